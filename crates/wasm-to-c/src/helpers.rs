//! The C functions that stand for what C has no operator for. A file holds those that it calls.
//!
//! In their texts `U` and `Q` are the unsigned types of 32 and 64 bits, `S` and `R` the signed ones, `F` and `D` `float` and
//! `double`, `M` is the memory, `P` the number of its pages, and `T()` traps.

use crate::types::Type::{self, F32, F64, I32, I64};
use std::hash::{Hash, Hasher};

/// A C function that the translation may call.
#[derive(Debug)]
pub(crate) struct Helper {
    pub(crate) name: &'static str,
    pub(crate) result: Option<Type>,
    /// It changes memory or the outside.
    pub(crate) acts: bool,
    /// It looks at memory.
    pub(crate) sees: bool,
    pub(crate) traps: bool,
    /// The helpers that it calls.
    pub(crate) needs: &'static [&'static Helper],
    pub(crate) text: &'static str,
}

impl PartialEq for Helper {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Helper {}

impl Hash for Helper {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

static TRAPS: &[&Helper] = &[&TRAP];

const fn helper(name: &'static str, result: Option<Type>, text: &'static str) -> Helper {
    Helper { name, result, acts: false, sees: false, traps: false, needs: &[], text }
}

const fn pure(name: &'static str, result: Type, text: &'static str) -> Helper {
    helper(name, Some(result), text)
}

const fn trapping(name: &'static str, result: Type, text: &'static str) -> Helper {
    Helper { traps: true, needs: TRAPS, ..pure(name, result, text) }
}

const fn seeing(name: &'static str, result: Type, text: &'static str) -> Helper {
    Helper { sees: true, ..pure(name, result, text) }
}

const fn acting(name: &'static str, result: Option<Type>, text: &'static str) -> Helper {
    Helper { acts: true, sees: true, ..helper(name, result, text) }
}

const fn with(needs: &'static [&'static Helper], base: Helper) -> Helper {
    Helper { needs, ..base }
}

macro_rules! helpers {
    ($($id:ident = $value:expr;)*) => {
        $(pub(crate) static $id: Helper = $value;)*

        /// All of them, each behind those that it needs.
        pub(crate) static ALL: &[&Helper] = &[$(&$id),*];
    };
}

helpers! {
    // By a macro, for compilers know that `exit` does not come back.
    TRAP = Helper {
        traps: true,
        ..acting("T", None, r#"static int told(void){fflush(stdout);fputs("panicked\n",stderr);return 101;}
#define T() exit(told())"#)
    };

    // Memory, at any alignment
    LOAD16 = seeing("L2", I32, "static U L2(U a){uint16_t v;memcpy(&v,M+a,2);return v;}");
    LOAD32 = seeing("L4", I32, "static U L4(U a){U v;memcpy(&v,M+a,4);return v;}");
    LOAD64 = seeing("L8", I64, "static Q L8(U a){Q v;memcpy(&v,M+a,8);return v;}");
    LOAD_F32 = seeing("LF", F32, "static F LF(U a){F v;memcpy(&v,M+a,4);return v;}");
    LOAD_F64 = seeing("LD", F64, "static D LD(U a){D v;memcpy(&v,M+a,8);return v;}");
    STORE16 = acting("S2", None, "static void S2(U a,U b){uint16_t v=(uint16_t)b;memcpy(M+a,&v,2);}");
    STORE32 = acting("S4", None, "static void S4(U a,U v){memcpy(M+a,&v,4);}");
    STORE64 = acting("S8", None, "static void S8(U a,Q v){memcpy(M+a,&v,8);}");
    STORE_F32 = acting("SF", None, "static void SF(U a,F v){memcpy(M+a,&v,4);}");
    STORE_F64 = acting("SD", None, "static void SD(U a,D v){memcpy(M+a,&v,8);}");
    // The C library has said that there is no more, or there is: pages never become fewer.
    RESIZE = acting("room", Some(I32), "static U room(U n){unsigned char*p;if(n>MOST)return 0;p=(unsigned char*)realloc(M,(size_t)n<<16);\
if(!p)return 0;M=p;P=n;return 1;}");
    GROW = with(&[&RESIZE], acting("grow", Some(I32), "static U grow(U n){U o=P;if(n>MOST-o||(n&&!room(o+n)))return ~0u;\
memset(M+((size_t)o<<16),0,(size_t)n<<16);return o;}"));
    COPY = acting("copy", None, "static void copy(U d,U s,U n){memmove(M+d,M+s,n);}");
    FILL = acting("fill", None, "static void fill(U d,U v,U n){memset(M+d,(int)v,n);}");

    // Integers
    DIV_S32 = trapping("divs", I32, "static U divs(U a,U b){if(!b||(a==1u<<31&&b==~0u))T();return (U)((S)a/(S)b);}");
    DIV_U32 = trapping("divu", I32, "static U divu(U a,U b){if(!b)T();return a/b;}");
    REM_S32 = trapping("rems", I32, "static U rems(U a,U b){if(!b)T();return b==~0u?0:(U)((S)a%(S)b);}");
    REM_U32 = trapping("remu", I32, "static U remu(U a,U b){if(!b)T();return a%b;}");
    DIV_S64 = trapping("divsq", I64, "static Q divsq(Q a,Q b){if(!b||(a==(Q)1<<63&&b==~(Q)0))T();return (Q)((R)a/(R)b);}");
    DIV_U64 = trapping("divuq", I64, "static Q divuq(Q a,Q b){if(!b)T();return a/b;}");
    REM_S64 = trapping("remsq", I64, "static Q remsq(Q a,Q b){if(!b)T();return b==~(Q)0?0:(Q)((R)a%(R)b);}");
    REM_U64 = trapping("remuq", I64, "static Q remuq(Q a,Q b){if(!b)T();return a%b;}");
    ROTL32 = pure("rotl", I32, "static U rotl(U a,U b){b&=31;return b?a<<b|a>>(32-b):a;}");
    ROTR32 = pure("rotr", I32, "static U rotr(U a,U b){b&=31;return b?a>>b|a<<(32-b):a;}");
    ROTL64 = pure("rotlq", I64, "static Q rotlq(Q a,Q b){b&=63;return b?a<<b|a>>(64-b):a;}");
    ROTR64 = pure("rotrq", I64, "static Q rotrq(Q a,Q b){b&=63;return b?a>>b|a<<(64-b):a;}");
    POPCNT32 = pure("pop", I32, "static U pop(U a){a-=a>>1&0x55555555;a=(a&0x33333333)+(a>>2&0x33333333);\
return ((a+(a>>4))&0xf0f0f0f)*0x1010101>>24;}");
    CTZ32 = with(&[&POPCNT32], pure("ctz", I32, "static U ctz(U a){return pop(~a&(a-1));}"));
    CLZ32 = with(&[&POPCNT32], pure("clz", I32, "static U clz(U a){U i;for(i=1;i<32;i*=2)a|=a>>i;return pop(~a);}"));
    POPCNT64 = with(&[&POPCNT32], pure("popq", I64, "static Q popq(Q a){return pop((U)a)+pop((U)(a>>32));}"));
    CTZ64 = with(&[&POPCNT64], pure("ctzq", I64, "static Q ctzq(Q a){return popq(~a&(a-1));}"));
    CLZ64 = with(&[&POPCNT64], pure("clzq", I64, "static Q clzq(Q a){U i;for(i=1;i<64;i*=2)a|=a>>i;return popq(~a);}"));

    // Floating point
    BITS_F32 = pure("bitsf", I32, "static U bitsf(F a){U v;memcpy(&v,&a,4);return v;}");
    BITS_F64 = pure("bitsd", I64, "static Q bitsd(D a){Q v;memcpy(&v,&a,8);return v;}");
    FROM_BITS_F32 = pure("makef", F32, "static F makef(U a){F v;memcpy(&v,&a,4);return v;}");
    FROM_BITS_F64 = pure("maked", F64, "static D maked(Q a){D v;memcpy(&v,&a,8);return v;}");
    ABS_F32 = with(&[&BITS_F32, &FROM_BITS_F32], pure("absf", F32, "static F absf(F a){return makef(bitsf(a)&~0u>>1);}"));
    ABS_F64 = with(&[&BITS_F64, &FROM_BITS_F64], pure("absd", F64, "static D absd(D a){return maked(bitsd(a)&~(Q)0>>1);}"));
    NEG_F32 = with(&[&BITS_F32, &FROM_BITS_F32], pure("negf", F32, "static F negf(F a){return makef(bitsf(a)^1u<<31);}"));
    NEG_F64 = with(&[&BITS_F64, &FROM_BITS_F64], pure("negd", F64, "static D negd(D a){return maked(bitsd(a)^(Q)1<<63);}"));
    COPYSIGN_F32 = with(&[&BITS_F32, &FROM_BITS_F32], pure("signf", F32,
        "static F signf(F a,F b){return makef((bitsf(a)&~0u>>1)|(bitsf(b)&1u<<31));}"));
    COPYSIGN_F64 = with(&[&BITS_F64, &FROM_BITS_F64], pure("signd", F64,
        "static D signd(D a,D b){return maked((bitsd(a)&~(Q)0>>1)|(bitsd(b)&(Q)1<<63));}"));
    CEIL = pure("ceil", F64, "");
    FLOOR = pure("floor", F64, "");
    SQRT = pure("sqrt", F64, "");
    TRUNC = pure("truncd", F64, "static D truncd(D a){return a<0?ceil(a):floor(a);}");
    NEAREST = with(&[&COPYSIGN_F64], pure("nearest", F64, "static D nearest(D a){D f=floor(a),d=a-f;\
if(d>.5||(d==.5&&fmod(f,2)!=0))f+=1;return signd(f,a);}"));
    // The zero with a sign is the lesser one.
    MIN_F64 = with(&[&BITS_F64], pure("mind", F64, "static D mind(D a,D b){return a!=a||b!=b?a+b:a<b||(a==b&&bitsd(a)>>63)?a:b;}"));
    MAX_F64 = with(&[&BITS_F64], pure("maxd", F64, "static D maxd(D a,D b){return a!=a||b!=b?a+b:a>b||(a==b&&bitsd(b)>>63)?a:b;}"));
    TO_S32 = trapping("tos", I32, "static U tos(D a){if(!(a>-2147483649.&&a<2147483648.))T();return (U)(S)a;}");
    TO_U32 = trapping("tou", I32, "static U tou(D a){if(!(a>-1&&a<4294967296.))T();return (U)a;}");
    TO_S64 = trapping("tosq", I64, "static Q tosq(D a){if(!(a>=-9223372036854775808.&&a<9223372036854775808.))T();return (Q)(R)a;}");
    TO_U64 = trapping("touq", I64, "static Q touq(D a){if(!(a>-1&&a<18446744073709551616.))T();return (Q)a;}");
    SAT_S32 = pure("sats", I32, "static U sats(D a){return a!=a?0:a<=-2147483648.?1u<<31:a>=2147483648.?~0u>>1:(U)(S)a;}");
    SAT_U32 = pure("satu", I32, "static U satu(D a){return !(a>0)?0:a>=4294967296.?~0u:(U)a;}");
    SAT_S64 = pure("satsq", I64, "static Q satsq(D a){return a!=a?0:a<=-9223372036854775808.?(Q)1<<63:\
a>=9223372036854775808.?~(Q)0>>1:(Q)(R)a;}");
    SAT_U64 = pure("satuq", I64, "static Q satuq(D a){return !(a>0)?0:a>=18446744073709551616.?~(Q)0:(Q)a;}");

    // The C library that a program for WASI brings, on the one that is there. A block of 2^k bytes has k before it; blocks
    // that are free are kept in lists, and the last one can grow where it is. New memory is not touched, so that a large
    // block that has to move gets room to grow in: what it leaves behind has been touched, and is all that is lost.
    ALLOC = with(&[&LOAD32, &STORE32, &RESIZE], acting("alloc", Some(I32), "static U E,N,H[32];\
static U upto(U k){U n=(U)((N+((Q)1<<k)+65535)>>16);if(n>P&&!room(n))return 0;E=P<<16;N+=1u<<k;return 1;}\
static U alloc(U n){U k=4,p;while(k<31&&1u<<k<n)k++;if(1u<<k<n)return 0;p=H[k];if(p){H[k]=L4(p);return p;}\
if(E!=P<<16)N=P<<16;N+=8;p=N;if(!upto(k)){N-=8;return 0;}S4(p-8,k);return p;}"));
    FREE = with(&[&ALLOC], acting("release", None, "static void release(U p){U k;if(!p)return;k=L4(p-8);\
if(k>31){p=L4(p-4);k=L4(p-8);}S4(p,H[k]);H[k]=p;}"));
    REALLOC = with(&[&FREE], acting("resize", Some(I32), "static U resize(U p,U n){U k,q;if(!p)return alloc(n);k=L4(p-8);if(n<=1u<<k)return p;\
if(p+(1u<<k)==N&&E==P<<16){q=k;N=p;while(q<31&&1u<<q<n)q++;if(n<=1u<<q&&upto(q)){S4(p-8,q);return p;}N=p+(1u<<k);return 0;}\
q=n>>16&&!(n>>26)?alloc(n<<4):0;if(!q)q=alloc(n);\
if(q){memcpy(M+q,M+p,(size_t)1<<k);release(p);}return q;}"));
    CALLOC = with(&[&ALLOC], acting("zeroed", Some(I32), "static U zeroed(U a,U b){Q n=(Q)a*b;U p=n>>31?0:alloc((U)n);\
if(p)memset(M+p,0,(size_t)n);return p;}"));
    ALIGNED = with(&[&ALLOC], acting("aligned", Some(I32), "static U aligned(U a,U n){U p,q;if(n>~0u>>1||a>~0u>>2)return 0;p=alloc(n+a+8);\
if(!p)return 0;q=(p+a+7)&-a;S4(q-8,32);S4(q-4,p);return q;}"));
    POSIX_MEMALIGN = with(&[&ALIGNED], acting("memalign", Some(I32), "static U memalign(U o,U a,U n){U p=aligned(a,n);if(!p)return 48;S4(o,p);return 0;}"));
    MEMCPY = acting("memcpy_", Some(I32), "static U memcpy_(U d,U s,U n){memmove(M+d,M+s,n);return d;}");
    MEMSET = acting("memset_", Some(I32), "static U memset_(U d,U v,U n){memset(M+d,(int)v,n);return d;}");
    MEMCMP = seeing("memcmp_", I32, "static U memcmp_(U a,U b,U n){return (U)memcmp(M+a,M+b,n);}");
    STRERROR = acting("strerror_", Some(I32), "static U strerror_(U c,U p,U n){const char*s=c==64?\"Broken pipe\":c==29?\"I/O error\":\
\"Bad file descriptor\";(void)n;memcpy(M+p,s,strlen(s)+1);return 0;}");
    STRLEN = seeing("strlen_", I32, "static U strlen_(U a){return (U)strlen((char*)M+a);}");

    // The system that a program for WASI sees: three streams and an end. 8, 29 and 64 are WASI's EBADF, EIO and EPIPE.
    FD_READ = with(&[&LOAD32, &STORE32], acting("fd_read", Some(I32), "static U fd_read(U f,U v,U c,U o){U n=0,k,r;if(f)return 8;\
for(;c--;v+=8){k=L4(v+4);r=(U)fread(M+L4(v),1,k,stdin);n+=r;if(r<k)break;}S4(o,n);return !n&&ferror(stdin)?29:0;}"));
    FD_WRITE = with(&[&LOAD32, &STORE32], acting("fd_write", Some(I32), "static U fd_write(U f,U v,U c,U o){U n=0,k;FILE*s=f==2?stderr:stdout;if(f-1>1)return 8;\
for(;c--;v+=8){k=L4(v+4);errno=0;if(fwrite(M+L4(v),1,k,s)<k)return GONE;n+=k;}if(fflush(s))return GONE;S4(o,n);return 0;}"));
    PROC_EXIT = acting("proc_exit", None, "static void proc_exit(U c){exit((int)c);}");
    // No variables and no arguments.
    SIZES_GET = with(&[&STORE32], acting("sizes_get", Some(I32), "static U sizes_get(U a,U b){S4(a,0);S4(b,0);return 0;}"));
    NONE_GET = acting("none_get", Some(I32), "static U none_get(U a,U b){(void)a;(void)b;return 0;}");
    CLOCK = with(&[&STORE64], acting("clock_get", Some(I32), "static U clock_get(U i,Q p,U o){(void)p;\
S8(o,i?(Q)clock()*(1000000000/CLOCKS_PER_SEC):(Q)time(0)*1000000000);return 0;}"));
    // For hash tables: unlike from run to run, and nothing more.
    RANDOM = acting("random_get", Some(I32), "static U random_get(U a,U n){static Q x;if(!x)x=(Q)time(0)*2654435769u+1;\
for(;n--;a++){x^=x<<13;x^=x>>7;x^=x<<17;M[a]=(unsigned char)(x>>32);}return 0;}");
    YIELD = acting("sched_yield_", Some(I32), "static U sched_yield_(void){return 0;}");
}

/// What stands for an import.
pub(crate) fn import(module: &str, name: &str) -> Option<&'static Helper> {
    if module != "wasi_snapshot_preview1" {
        return None;
    }
    Some(match name {
        "fd_read" => &FD_READ,
        "fd_write" => &FD_WRITE,
        "proc_exit" => &PROC_EXIT,
        "environ_sizes_get" | "args_sizes_get" => &SIZES_GET,
        "environ_get" | "args_get" => &NONE_GET,
        "clock_time_get" => &CLOCK,
        "random_get" => &RANDOM,
        "sched_yield" => &YIELD,
        _ => return None,
    })
}

/// What stands for a function of the C library, by its name and the number of its parameters.
pub(crate) fn library(name: &str, parameters: usize) -> Option<&'static Helper> {
    Some(match (name, parameters) {
        ("malloc", 1) => &ALLOC,
        ("free", 1) => &FREE,
        ("realloc", 2) => &REALLOC,
        ("calloc", 2) => &CALLOC,
        ("aligned_alloc", 2) => &ALIGNED,
        ("posix_memalign", 3) => &POSIX_MEMALIGN,
        ("memcpy" | "memmove", 3) => &MEMCPY,
        ("memset", 3) => &MEMSET,
        ("memcmp" | "bcmp", 3) => &MEMCMP,
        ("strlen", 1) => &STRLEN,
        // What the streams can fail with; its buffers have room.
        ("strerror_r", 3) => &STRERROR,
        _ => return None,
    })
}
