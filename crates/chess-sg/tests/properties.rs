//! What holds for all inputs, on random ones; a failure is made small and printed.

use chess_sg::{parse, Kind, Piece};
use nom::Parser;
use oracles::white_space::Layout;
use proptest::{collection::vec, prelude::*, sample::select};
use std::io::Read;
use transcript::cut_everywhere;

/// Answers, and the error or warning behind them.
fn told(input: &mut dyn Read) -> String {
    let mut output = Vec::new();
    let end = match chess_sg::run(input, &mut output) {
        Ok(None) => String::new(),
        Ok(Some(warning)) => format!("warning: {warning}"),
        Err(error) => format!("error: {error}"),
    };
    String::from_utf8(output).expect("answers are text") + &end
}

fn answers(input: &str) -> Vec<String> {
    told(&mut input.as_bytes()).lines().map(str::to_owned).collect()
}

const KINDS: [(Kind, char); 5] =
    [(Kind::Rook, 'R'), (Kind::Bishop, 'B'), (Kind::King, 'K'), (Kind::Knight, 'N'), (Kind::Palace, 'P')];

fn piece() -> impl Strategy<Value = Piece> {
    let coordinate = || prop_oneof![0..9_u32, any::<u32>()];
    (select(KINDS.to_vec()), coordinate(), coordinate()).prop_map(|((kind, _), x, y)| Piece { kind, x, y })
}

fn line(piece: &Piece) -> String {
    let letter = KINDS.iter().find(|(kind, _)| *kind == piece.kind).expect("one of five").1;
    format!("{} {} {letter}\n", piece.x, piece.y)
}

fn input(pieces: &[Piece]) -> String {
    format!("{}\n{}", pieces.len(), pieces.iter().map(line).collect::<String>())
}

proptest! {
    #[test]
    fn a_piece_is_read_as_it_is_written(piece in piece()) {
        let text = line(&piece);
        let (rest, read) = parse::Piece.parse_complete(text.as_bytes()).expect("a piece");
        prop_assert!(rest.is_empty());
        prop_assert_eq!(read, piece);
    }

    #[test]
    fn mirrored_pieces_and_their_order_change_no_answer(mut pieces in vec(piece(), 0..20), by: prop::sample::Index) {
        let expected = answers(&input(&pieces));
        if !pieces.is_empty() {
            let by = by.index(pieces.len());
            pieces.rotate_left(by);
            for piece in &mut pieces[by..] {
                (piece.x, piece.y) = (piece.y, piece.x);
            }
        }
        prop_assert_eq!(answers(&input(&pieces)), &*expected);
        // Two of a kind on one square cancel out.
        pieces.extend([Piece { kind: Kind::Palace, x: 7, y: 5 }; 2]);
        prop_assert_eq!(answers(&input(&pieces)), expected);
    }

    #[test]
    fn white_space_changes_no_answer(pieces in vec(piece(), 0..20), seed: u64) {
        let input = input(&pieces);
        let expected = answers(&input);
        for layout in Layout::ALL.into_iter().chain([Layout::Random(seed)]) {
            prop_assert_eq!(answers(&layout.apply(&input)), &*expected, "{:?}", layout);
        }
    }

    #[test]
    fn nothing_depends_on_where_reads_end(pieces in vec(piece(), 1..6), wrong in 0..1000_usize, byte: u8) {
        let mut input = input(&pieces).into_bytes();
        cut_everywhere(&input, told);
        // Something wrong in some place, most often.
        if let Some(place) = input.get_mut(wrong % 100) {
            *place = byte;
        }
        cut_everywhere(&input, told);
    }
}
