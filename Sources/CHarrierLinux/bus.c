#define _GNU_SOURCE
#include "harrier_bus.h"

#include <errno.h>
#include <fcntl.h>
#include <i2c/smbus.h>
#include <linux/i2c-dev.h>
#include <linux/i2c.h>
#include <linux/spi/spidev.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

/* Opens a character device and nothing else: opening a FIFO or a terminal by mistake could wait for ever. */
static int open_device(const char *path) {
    struct stat status;
    if (stat(path, &status) != 0) return -errno;
    if (!S_ISCHR(status.st_mode)) return -ENOTTY;
    int descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    return descriptor < 0 ? -errno : descriptor;
}

static int close_with(int descriptor, int error) {
    close(descriptor);
    return -error;
}

/* MARK: - I²C */

int harrier_i2c_open(const char *path, int timeout_ms, struct harrier_i2c *bus) {
    static const unsigned long block = I2C_FUNC_SMBUS_READ_I2C_BLOCK | I2C_FUNC_SMBUS_WRITE_I2C_BLOCK;
    bus->descriptor = -1;
    int descriptor = open_device(path);
    if (descriptor < 0) return descriptor;
    if (ioctl(descriptor, I2C_FUNCS, &bus->functions) < 0) return close_with(descriptor, errno == EINVAL ? ENOTTY : errno);
    bus->is_smbus = !(bus->functions & I2C_FUNC_I2C);
    if (bus->is_smbus && (bus->functions & block) != block) return close_with(descriptor, EOPNOTSUPP);
    if (ioctl(descriptor, I2C_TIMEOUT, (unsigned long)(timeout_ms / 10)) < 0) return close_with(descriptor, errno);
    if (ioctl(descriptor, I2C_RETRIES, 0ul) < 0) return close_with(descriptor, errno);
    bus->descriptor = descriptor;
    return 0;
}

static int plain_transfer(int descriptor, uint8_t address, const uint8_t *write, size_t write_count, uint8_t *read, size_t read_count) {
    if (write_count > HARRIER_I2C_LONGEST || read_count > HARRIER_I2C_LONGEST) return -EMSGSIZE;
    struct i2c_msg messages[2];
    struct i2c_rdwr_ioctl_data transfer = {.msgs = messages, .nmsgs = 0};
    /* The kernel only reads the bytes of a message without I2C_M_RD. */
    if (write_count)
        messages[transfer.nmsgs++] = (struct i2c_msg){.addr = address, .len = (uint16_t)write_count, .buf = (uint8_t *)write};
    if (read_count)
        messages[transfer.nmsgs++] = (struct i2c_msg){.addr = address, .flags = I2C_M_RD, .len = (uint16_t)read_count, .buf = read};
    int done = ioctl(descriptor, I2C_RDWR, &transfer);
    return done < 0 ? -errno : done == (int)transfer.nmsgs ? 0 : -EIO;
}

static int smbus_transfer(
    const struct harrier_i2c *bus, uint8_t address, const uint8_t *write, size_t write_count, uint8_t *read, size_t read_count) {
    if (write_count > 1 + HARRIER_SMBUS_LONGEST || read_count > HARRIER_SMBUS_LONGEST) return -EMSGSIZE;
    if (ioctl(bus->descriptor, I2C_SLAVE, (unsigned long)address) < 0) return -errno; /* EBUSY: a driver of the kernel has the chip */
    int result;
    if (write_count == 1 && read_count > 0) {
        result = i2c_smbus_read_i2c_block_data(bus->descriptor, write[0], (uint8_t)read_count, read);
        return result < 0 ? result : result == (int)read_count ? 0 : -EIO;
    }
    if (write_count > 1 && read_count == 0)
        return i2c_smbus_write_i2c_block_data(bus->descriptor, write[0], (uint8_t)(write_count - 1), write + 1);
    if (write_count == 1 && (bus->functions & I2C_FUNC_SMBUS_WRITE_BYTE)) return i2c_smbus_write_byte(bus->descriptor, write[0]);
    if (write_count == 0 && read_count == 1 && (bus->functions & I2C_FUNC_SMBUS_READ_BYTE)) {
        result = i2c_smbus_read_byte(bus->descriptor);
        if (result >= 0) read[0] = (uint8_t)result;
        return result < 0 ? result : 0;
    }
    return -EOPNOTSUPP;
}

int harrier_i2c_transfer(
    const struct harrier_i2c *bus, uint8_t address, const uint8_t *write, size_t write_count, uint8_t *read, size_t read_count) {
    if (write_count == 0 && read_count == 0) return 0;
    return bus->is_smbus ? smbus_transfer(bus, address, write, write_count, read, read_count)
                         : plain_transfer(bus->descriptor, address, write, write_count, read, read_count);
}

/* MARK: - SPI */

int harrier_spi_open(const char *path, uint8_t mode, bool select_is_active_high, uint32_t hertz, bool *polarity_is_fixed) {
    *polarity_is_fixed = false;
    if (mode > 3 || hertz == 0) return -EINVAL; /* spidev takes 0 Hz for as fast as it can */
    int descriptor = open_device(path);
    if (descriptor < 0) return descriptor;
    uint32_t wanted = mode | (select_is_active_high ? SPI_CS_HIGH : 0), granted = 0;
    uint8_t bits = 8;
    if (ioctl(descriptor, SPI_IOC_RD_MODE32, &granted) < 0) return close_with(descriptor, errno == EINVAL ? ENOTTY : errno);
    if (ioctl(descriptor, SPI_IOC_WR_MODE32, &wanted) < 0 || ioctl(descriptor, SPI_IOC_WR_BITS_PER_WORD, &bits) < 0 ||
        ioctl(descriptor, SPI_IOC_WR_MAX_SPEED_HZ, &hertz) < 0 || ioctl(descriptor, SPI_IOC_RD_MODE32, &granted) < 0)
        return close_with(descriptor, errno == ENOTTY ? EINVAL : errno);
    *polarity_is_fixed = select_is_active_high && !(granted & SPI_CS_HIGH);
    return descriptor;
}

int harrier_spi_write(int descriptor, const uint8_t *bytes, size_t count) {
    if (count == 0) return 0;
    ssize_t sent = write(descriptor, bytes, count);
    return sent < 0 ? -errno : (size_t)sent == count ? 0 : -EIO;
}
