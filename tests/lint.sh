#!/bin/sh
# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

# What the build of the linters does in place of compiling and linking: the compiler reads what people wrote, and nothing that a
# generator did, and each file that would be made is there, empty.
for argument; do
    case $argument in
        */mocs_compilation.cpp | */qrc_*.cpp) generated=1 ;;
        -c) compiles=1 ;;
    esac
    [ "$before" != -o ] || made=$argument
    [ "$before" != -MF ] || depends=$argument
    before=$argument
done
: >"$made"
[ -z "$depends" ] || echo "$made:" >"$depends"
[ "$compiles" ] && [ -z "$generated" ] || exit 0
exec "$@" -fsyntax-only
