/* I²C and SPI from user space: i2c-dev and spidev (Linux, Documentation/i2c/dev-interface.rst, Documentation/spi/spidev.rst).
 *
 * Their ioctl requests are macros with sizes in them, and i2c_msg holds pointers into the caller's bytes, so neither crosses to Swift.
 * A Pi's own adapters do plain I²C. An adapter that knows SMBus alone (a PC's, some USB ones) is served as far as it goes, by libi2c. */
#ifndef HARRIER_BUS_H
#define HARRIER_BUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What one message of I2C_RDWR takes (drivers/i2c/i2c-dev.c). */
#define HARRIER_I2C_LONGEST 8192
/* What one block of SMBus takes (I2C_SMBUS_BLOCK_MAX). */
#define HARRIER_SMBUS_LONGEST 32

/* An open adapter. */
struct harrier_i2c {
    int descriptor;
    /* The adapter's I2C_FUNC_* bits. */
    unsigned long functions;
    /* True if it has no plain transfers (no I2C_FUNC_I2C): then a transfer is a register number followed by 1 to 32 bytes written or
     * read, or one byte alone. */
    bool is_smbus;
};

/* Opens an adapter, and has it give up on a held bus after `timeout_ms` (a multiple of 10) without trying again by itself. Both hold for
 * the adapter, whoever uses it. -ENOTTY: no I²C adapter; -EOPNOTSUPP: one that can do neither kind of transfer. */
int harrier_i2c_open(const char *path, int timeout_ms, struct harrier_i2c *bus);

/* One combined transfer: `write`, then after a repeated start `read`; an empty part is left out. Returns 0.
 * -EREMOTEIO, -ENXIO: not acknowledged; -ETIMEDOUT: the bus is held; -EMSGSIZE: longer than the adapter can; -EOPNOTSUPP: of a kind that an
 * SMBus adapter cannot do. */
int harrier_i2c_transfer(
    const struct harrier_i2c *bus, uint8_t address, const uint8_t *write, size_t write_count, uint8_t *read, size_t read_count);

/* Opens a chip select of an SPI bus for words of eight bits. `mode` is 0...3. Returns the descriptor. -ENOTTY: no SPI device.
 * `polarity_is_fixed` tells that an active-high chip select was asked for and not granted, because the line is one of the device tree's:
 * spidev then keeps the tree's polarity and says so by leaving SPI_CS_HIGH out of the mode that it reads back. */
int harrier_spi_open(const char *path, uint8_t mode, bool select_is_active_high, uint32_t hertz, bool *polarity_is_fixed);

/* Selects the chip, sends, deselects. Returns 0. -EMSGSIZE: longer than spidev's buffer; -ESHUTDOWN: the bus is gone. */
int harrier_spi_write(int descriptor, const uint8_t *bytes, size_t count);

#endif
