# shellcheck shell=bash disable=SC2034
# Sourced by the scripts that need packages of the distribution. Installs only what is missing, and says so first.

# What `harrier` and `harrierd` are built with and find at run time.
product_packages=(
    libgps-dev libgpiod-dev libi2c-dev libsqlite3-dev libjansson-dev libpng-dev zlib1g-dev libzip-dev libexpat1-dev libkissfft-dev tzdata
)
# What the tests start besides.
test_packages=(gpsd librsvg2-bin)

say() { printf '%s\n' "$*" >&2; }

as_root() {
    if [[ $(id -u) -eq 0 ]]; then
        "$@"
    elif command -v sudo >/dev/null; then
        sudo "$@"
    else
        say "This needs root, and there is no sudo. Run as root: $*"
        return 1
    fi
}

is_installed() { [[ $(dpkg-query -W -f='${Status}' "$1" 2>/dev/null) == "install ok installed" ]]; }

has_candidate() { [[ $(apt-cache policy "$1" 2>/dev/null) == *"Candidate: "[!\(]* ]]; }

# Installs those of the named packages that are missing.
need_packages() {
    local missing=() package
    if ! command -v dpkg-query >/dev/null; then
        say "This is no Debian, so nothing is installed here. What is needed, by its Debian names: $*"
        return 0
    fi
    for package in "$@"; do
        is_installed "$package" || missing+=("$package")
    done
    [[ ${#missing[@]} -gt 0 ]] || return 0
    say "Installing from the distribution: ${missing[*]}"
    for package in "${missing[@]}"; do
        if ! has_candidate "$package"; then
            as_root apt-get update -qq >&2
            break
        fi
    done
    # Lists that are out of date name versions that are gone: then once more with new ones.
    install_packages "${missing[@]}" || { as_root apt-get update -qq >&2 && install_packages "${missing[@]}"; }
}

install_packages() {
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" </dev/null >&2
}

# Makes sure that there is a Swift compiler: the one on the path, else Debian's.
need_swift() {
    if ! command -v swift >/dev/null; then
        if command -v apt-get >/dev/null && ! has_candidate swiftlang; then as_root apt-get update -qq >&2 || true; fi
        if ! has_candidate swiftlang; then
            say "There is no Swift compiler here. Harrier needs Swift 6.0 or newer:"
            say "  Debian 13 (trixie), Raspberry Pi OS (trixie) and newer: apt install swiftlang g++"
            say "  elsewhere: follow the installation page of the Swift project, and put 'swift' on the PATH"
            return 1
        fi
        # The compiler depends on gcc only; the C headers and libstdc++ come with g++.
        need_packages swiftlang g++
    fi
    local version
    if ! version=$(swift --version 2>&1); then
        say "There is a swift on the PATH, but it does not start: $version"
        say "Install what it lacks; the installation page of the Swift project lists it for each system."
        return 1
    fi
    if [[ $version =~ Swift\ version\ ([0-9]+) && ${BASH_REMATCH[1]} -lt 6 ]]; then
        say "Harrier needs Swift 6.0 or newer; this is: $version"
        return 1
    fi
}
