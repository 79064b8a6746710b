/* libpng for Swift.
 *
 * libpng reports errors with longjmp, which must never cross a Swift frame. Reading therefore goes through libpng's simplified API
 * (png_image_*), which returns errors; it cannot write one bit a pixel, so writing is the one function below, which holds its own
 * setjmp and returns errors as well. */
#ifndef HARRIER_CPNG_SHIM_H
#define HARRIER_CPNG_SHIM_H

#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

/* The bytes of a finished picture. `bytes` comes from malloc; give it back with free(). */
typedef struct {
    unsigned char *bytes;
    size_t count;
    size_t capacity;
} harrier_png_bytes;

static inline void harrier_png_append(png_structp png, png_bytep data, size_t count) {
    harrier_png_bytes *out = (harrier_png_bytes *)png_get_io_ptr(png);
    if (count > out->capacity - out->count) {
        size_t capacity = (out->capacity + count) * 2;
        unsigned char *grown = (unsigned char *)realloc(out->bytes, capacity);
        if (grown == NULL) png_error(png, "out of memory");
        out->bytes = grown;
        out->capacity = capacity;
    }
    memcpy(out->bytes + out->count, data, count);
    out->count += count;
}

static inline void harrier_png_flush(png_structp png) { (void)png; }

/* libpng prints its complaints to stderr by default; a watch has nobody reading there. */
static inline void harrier_png_warning(png_structp png, png_const_charp message) { (void)png; (void)message; }
static inline void harrier_png_fail(png_structp png, png_const_charp message) { (void)message; png_longjmp(png, 1); }

/* Encodes `height` rows of `stride` bytes, one bit a pixel, the leftmost pixel in the most significant bit, 1 = white.
 * Returns 0, or -1 when memory ran out or libpng refused the size; `out` is then empty. */
static inline int harrier_png_encode_gray1(const unsigned char *rows, unsigned width, unsigned height, size_t stride, harrier_png_bytes *out) {
    memset(out, 0, sizeof *out);
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, harrier_png_fail, harrier_png_warning);
    if (png == NULL) return -1;
    png_infop info = png_create_info_struct(png);
    if (info == NULL || setjmp(png_jmpbuf(png))) {
        png_destroy_write_struct(&png, &info);
        free(out->bytes);
        memset(out, 0, sizeof *out);
        return -1;
    }
    png_set_write_fn(png, out, harrier_png_append, harrier_png_flush);
    png_set_IHDR(png, info, width, height, 1, PNG_COLOR_TYPE_GRAY, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png, info);
    for (unsigned row = 0; row < height; row++) png_write_row(png, rows + (size_t)row * stride);
    png_write_end(png, NULL);
    png_destroy_write_struct(&png, &info);
    return 0;
}

#endif
