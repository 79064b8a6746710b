// KissFFT with float samples, as Debian ships it (libkissfft-dev).
#include <kissfft/kiss_fftr.h>
