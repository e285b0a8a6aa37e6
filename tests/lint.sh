#!/bin/sh
# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

# The build of the linters does this in place of compiling and linking. The linters read what people wrote, and nothing that a
# generator did, and each file that would be made is there, empty.
for argument; do
    case $before in
        -o) made=$argument ;;
        -MF) depends=$argument ;;
        -c) source=$argument ;;
    esac
    before=$argument
done
: >"$made"
[ -z "$depends" ] || echo "$made:" >"$depends"
case $source in
    '' | */mocs_compilation.cpp | */qrc_*.cpp) exit 0 ;;
    *.c) exec "$@" -fsyntax-only ;;
esac

# Both run in one go, because most of the work is to read Qt's headers: clazy is a plugin for the compiler in clang-tidy. clang-tidy
# would take -MF and "-Xclang -add-plugin -Xclang NAME" out of its arguments; -Wp, and -UADD_PLUGIN, which does nothing, hide them.
project=$(cd "$(dirname "$0")/.." && pwd)
export CLAZY_CHECKS=level1 CLAZY_IGNORE_DIRS='.*/(qt6|build)/.*'
exec clang-tidy --quiet --config-file="$project/.clang-tidy" --header-filter="^$project/(include/QtRdma|src|qml|examples)/" \
    --load=ClazyPlugin.so "$source" -- "$@" -Wp,-MD,"$depends" \
    -Xclang -add-plugin -UADD_PLUGIN -Xclang clazy
