#include <zlib.h>

/* inflateInit2 is a macro, which Swift does not import. Window bits 15 + 16: gzip wrapper only. */
static inline int harrier_inflate_init_gzip(z_stream *stream) { return inflateInit2(stream, 15 + 16); }
