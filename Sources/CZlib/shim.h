#include <zlib.h>

/* inflateInit2 is a macro, which Swift does not import. Window bits 15 + 16: gzip wrapper only. */
static inline int harrier_inflate_init_gzip(z_stream *stream) { return inflateInit2(stream, 15 + 16); }

/* deflateInit2 likewise. Window bits -15: the bare packed data, which the caller wraps. */
static inline int harrier_deflate_init_raw(z_stream *stream) {
    return deflateInit2(stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY);
}
