// Jansson, the JSON reader: libjansson-dev in Debian.
#include <jansson.h>
