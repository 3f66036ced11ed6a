//! The board as a picture: colours for values, and a writer for each format.

use super::Report;
use anstyle::{Color, RgbColor, Style};
use anyhow::{Context, Result};
use std::fmt::Write as _;

/// From 1 to the greatest value: dark blue, teal, green, yellow, as even in brightness as few corners allow.
const SCALE: [[u8; 3]; 5] = [[68, 58, 131], [49, 104, 142], [53, 183, 121], [170, 220, 60], [253, 231, 37]];

/// Squares that the player to move loses.
const LOST: [u8; 3] = [255, 255, 255];

/// The colour of a value; that of 0 is white.
pub fn colour(value: u32, greatest: u32) -> [u8; 3] {
    if value == 0 {
        return LOST;
    }
    let place = f64::from(value - 1) / f64::from((greatest - 1).max(1)) * (SCALE.len() - 1) as f64;
    let lower = (place as usize).min(SCALE.len() - 2);
    let part = place - lower as f64;
    std::array::from_fn(|i| {
        let [from, to] = [SCALE[lower][i], SCALE[lower + 1][i]].map(f64::from);
        (from + part * (to - from)).round() as u8
    })
}

/// Whether black letters are read more easily on it than white ones.
pub fn is_bright([red, green, blue]: [u8; 3]) -> bool {
    299 * u32::from(red) + 587 * u32::from(green) + 114 * u32::from(blue) > 128_000
}

/// As pictures in text name it.
pub fn hex([red, green, blue]: [u8; 3]) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

impl Report {
    /// Columns by x, rows by y, coloured.
    pub fn text(&self) -> String {
        let width = self.greatest().to_string().len().max((self.size - 1).to_string().len()) + 1;
        let mut text = format!("{}: y down, x to the right\n\n{:>width$} ", self.name, "");
        (0..self.size).for_each(|x| _ = write!(text, "{x:>width$}"));
        text.push('\n');
        for (y, row) in self.rows().enumerate() {
            _ = write!(text, "{y:>width$} ");
            for &value in row {
                let background = colour(value, self.greatest());
                let letters = if is_bright(background) { [0, 0, 0] } else { [255, 255, 255] };
                let [letters, background] =
                    [letters, background].map(|[r, g, b]| Color::Rgb(RgbColor(r, g, b)));
                let style = Style::new().fg_color(Some(letters)).bg_color(Some(background));
                _ = write!(text, "{style}{value:>width$}{style:#}");
            }
            text.push('\n');
        }
        text + "\n" + &self.findings()
    }

    /// Nothing but values, a line a row.
    pub fn csv(&self) -> String {
        let line = |row: &[u32]| row.iter().map(ToString::to_string).collect::<Vec<_>>().join(",") + "\n";
        self.rows().map(line).collect()
    }

    /// The board with its findings below.
    pub fn svg(&self) -> String {
        const LINE: usize = 16;
        let findings = self.findings();
        let lines: Vec<&str> = findings.lines().collect();
        let (cell, board) = (self.cell(), self.drawing_side());
        let longest = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
        let width = board.max(20 + longest * 8);
        let height = board + 20 + LINE * lines.len();
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
             font-family=\"monospace\" font-size=\"13\">\n<title>Grundy values of {}</title>\n\
             <rect width=\"100%\" height=\"100%\" fill=\"#f8f8f8\"/>\n",
            escaped(&self.name)
        );
        svg += &self.board(cell);
        for (index, line) in lines.iter().enumerate() {
            let y = board + 20 + LINE * index;
            _ = writeln!(svg, "<text x=\"10\" y=\"{y}\" xml:space=\"preserve\">{}</text>", escaped(line));
        }
        svg + "</svg>\n"
    }

    /// A page with the board and its findings.
    pub fn html(&self) -> String {
        let (cell, side) = (self.cell(), self.drawing_side());
        let name = escaped(&self.name);
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>Grundy values of {name}</title>\n\
             <style>body {{ font-family: sans-serif; margin: 2em; }} pre {{ white-space: pre-wrap; }}</style>\n</head>\n<body>\n\
             <h1>Grundy values of {name}</h1>\n<p>y down, x to the right; the player to move loses on white squares.</p>\n\
             <svg width=\"{side}\" height=\"{side}\" font-family=\"monospace\" font-size=\"13\">\n{}</svg>\n<pre>{}</pre>\n</body>\n</html>\n",
            self.board(cell),
            escaped(&self.findings())
        )
    }

    /// The board alone, 512 pixels wide or a little more; what was found is kept as its description.
    ///
    /// # Errors
    ///
    /// If the encoder refuses, which it does for nothing that comes from here.
    pub fn png(&self) -> Result<Vec<u8>> {
        let scale = 512_usize.div_ceil(self.size);
        let side = u32::try_from(scale * self.size).context("a picture that large")?;
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, side, side);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.add_itxt_chunk("Title".to_owned(), format!("Grundy values of {}", self.name))?;
        encoder.add_itxt_chunk("Description".to_owned(), self.findings())?;
        let mut pixels = Vec::with_capacity(3 * (side * side) as usize);
        for row in self.rows() {
            let line: Vec<u8> =
                row.iter().flat_map(|&value| colour(value, self.greatest()).repeat(scale)).collect();
            (0..scale).for_each(|_| pixels.extend_from_slice(&line));
        }
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&pixels)?;
        writer.finish()?;
        Ok(bytes)
    }

    /// The side of a square in a drawing: room for its number, as long as numbers can be read.
    fn cell(&self) -> usize {
        if self.has_numbers() {
            8 * self.greatest().to_string().len().max(2) + 6
        } else {
            (640 / self.size).max(1)
        }
    }

    const fn has_numbers(&self) -> bool {
        self.size <= 64
    }

    fn drawing_side(&self) -> usize {
        MARGIN + self.size * self.cell() + 8
    }

    fn board(&self, cell: usize) -> String {
        let greatest = self.greatest();
        let mut svg = String::new();
        let at = |index: usize| MARGIN + index * cell;
        let (middle, base) = (cell / 2, cell / 2 + 5);
        let step = (self.size / 16).max(1);
        for index in (0..self.size).step_by(step) {
            let (along, across) = (at(index) + middle, at(index) + base);
            _ = writeln!(
                svg,
                "<text x=\"{along}\" y=\"{}\" text-anchor=\"middle\" fill=\"#555\">{index}</text>",
                MARGIN - 8
            );
            _ = writeln!(
                svg,
                "<text x=\"{}\" y=\"{across}\" text-anchor=\"end\" fill=\"#555\">{index}</text>",
                MARGIN - 6
            );
        }
        for (y, row) in self.rows().enumerate() {
            for (x, &value) in row.iter().enumerate() {
                let fill = colour(value, greatest);
                let (left, top) = (at(x), at(y));
                _ = writeln!(
                    svg,
                    "<rect x=\"{left}\" y=\"{top}\" width=\"{cell}\" height=\"{cell}\" fill=\"{}\"/>",
                    hex(fill)
                );
                if self.has_numbers() {
                    let letters = if is_bright(fill) { "#000" } else { "#fff" };
                    let (x, y) = (left + middle, top + base);
                    _ = writeln!(
                        svg,
                        "<text x=\"{x}\" y=\"{y}\" text-anchor=\"middle\" fill=\"{letters}\">{value}</text>"
                    );
                }
            }
        }
        svg
    }
}

/// Room for coordinates to the left and above.
const MARGIN: usize = 40;

/// Text inside XML or HTML.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn lost_squares_stand_out_and_the_scale_is_used_to_its_ends() {
        assert_eq!(colour(0, 9), LOST);
        assert_eq!((colour(1, 9), colour(9, 9)), (SCALE[0], SCALE[4]));
        assert_eq!((colour(1, 1), colour(5, 9)), (SCALE[0], SCALE[2]));
        let all: std::collections::BTreeSet<[u8; 3]> = (0..=40).map(|value| colour(value, 40)).collect();
        assert_eq!(all.len(), 41);
    }
}
