# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

# qtrdma_add_test(tst_name
#     SOURCES file...
#     [LIBRARIES target...]     besides QtRdma, Qt6::Core, Qt6::Network and Qt6::Test
#     [NEEDS rdma|machine|two-hosts]  needs an RDMA device, a machine of its own that has one, or two
#     [LABELS label...]         more labels; "core" is the subset that `./run test` runs with the address sanitizer
#     [EXTRA_ENV VAR=VALUE...]  more environment
#     [TIMEOUT seconds]         default 600
#     [SERIAL])                 nothing else may run beside it
#
# Without NEEDS it is one ctest test, tst_name, labelled "host". With NEEDS rdma it becomes
# tst_name@rxe and tst_name@siw, labelled "lab;rxe" and "lab;siw", which run inside the lab, and
# tst_name@device, labelled "device", for a device of this machine whose address is in
# QTRDMA_DEVICE_ADDRESS. QTRDMA_TEST_PROVIDER is what follows the @. Those that tests/nullnic/suites.cmake
# names are tst_name@null as well, labelled "host": they run on the device of tests/nullnic, which needs no kernel.
# Those that tests/auto/tcponly/suites.cmake names are tst_name@tcp, too: each of their streams goes over TCP.
#
# With NEEDS machine they are labelled "boots;rxe" and "boots;siw" and run on the host; each boots a machine for itself, for
# what would disturb others or might hang the kernel, and ends with its time limit.
#
# With NEEDS two-hosts the tests tst_name@rxe and tst_name@siw, labelled "two-hosts;rxe" and "two-hosts;siw", run on
# the host; each boots two machines and runs the program in both. It tells them apart by QTRDMA_HOST (1 or 2).
#
# A test added with plain add_test has one of the labels host, lab, device, two-hosts too, or boots when it starts
# the lab itself; `./run test` refuses tests that it would never run.

find_package(Qt6 6.4 REQUIRED COMPONENTS Test)

set(QTRDMA_TEST_ENVIRONMENT "QT_LOGGING_TO_CONSOLE=1")
if("thread" IN_LIST QTRDMA_SANITIZE)
    list(APPEND QTRDMA_TEST_ENVIRONMENT
        "TSAN_OPTIONS=die_after_fork=0:ignore_noninstrumented_modules=1:suppressions=${PROJECT_SOURCE_DIR}/cmake/tsan.supp")
endif()

if("address" IN_LIST QTRDMA_SANITIZE)
    list(APPEND QTRDMA_TEST_ENVIRONMENT
        "LSAN_OPTIONS=suppressions=${PROJECT_SOURCE_DIR}/cmake/lsan.supp:print_suppressions=0")
endif()

# What a program needs to start others under the thread sanitizer.
function(qtrdma_starts_processes name)
    if("thread" IN_LIST QTRDMA_SANITIZE)
        target_sources(${name} PRIVATE "${PROJECT_SOURCE_DIR}/tests/auto/shared/processclone.cpp")
    endif()
endfunction()

# Tests wait more than they compute, and there are many to compile. Undefined behaviour is looked for in the library: in the tests
# it would take half of the time of their compiler.
function(qtrdma_compile_test_quickly name)
    if(NOT "thread" IN_LIST QTRDMA_SANITIZE)
        target_compile_options(${name} PRIVATE -O0 -U_FORTIFY_SOURCE)
    endif()
    if("undefined" IN_LIST QTRDMA_SANITIZE)
        target_compile_options(${name} PRIVATE -fno-sanitize=undefined)
    endif()
endfunction()

# One precompiled header for all tests, which must be compiled as they are. Without Qt6::Test: its headers read a definition that
# is different for each directory.
function(qtrdma_reuse_test_headers name)
    if(NOT TARGET qtrdma_test_headers)
        file(CONFIGURE OUTPUT "${CMAKE_BINARY_DIR}/testheaders.cpp"
            CONTENT "// Tests reuse the precompiled header of this one.\n")
        add_library(qtrdma_test_headers OBJECT "${CMAKE_BINARY_DIR}/testheaders.cpp")
        target_compile_features(qtrdma_test_headers PRIVATE cxx_std_20)
        target_link_libraries(qtrdma_test_headers PRIVATE
            QtRdma::QtRdma Qt6::Core Qt6::Network PkgConfig::RdmaCore)
        target_compile_definitions(qtrdma_test_headers PRIVATE QTRDMA_AUTOTEST)
        qtrdma_strict(qtrdma_test_headers)
        qtrdma_compile_test_quickly(qtrdma_test_headers)
        qtrdma_precompile(qtrdma_test_headers <QtCore/qjsonobject.h> <QtCore/qmetaobject.h> <QtCore/qprocess.h>
            <QtCore/qtemporarydir.h> <QtCore/qtimer.h> <QtCore/qurl.h>)
    endif()
    target_precompile_headers(${name} REUSE_FROM qtrdma_test_headers)
    target_compile_options(${name} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>)
endfunction()

# What tst_name.cpp includes at its end. AUTOMOC (off in tests/) starts CMake for each test and compiles a file with nothing in it,
# which takes thirty times as long.
function(qtrdma_moc_test name) # source...
    set(directory "${CMAKE_CURRENT_BINARY_DIR}/${name}_moc")
    foreach(source IN LISTS ARGN)
        cmake_path(GET source STEM stem)
        if(stem MATCHES "^tst_")
            qt_generate_moc("${source}" "${directory}/${stem}.moc" TARGET ${name})
            target_sources(${name} PRIVATE "${directory}/${stem}.moc")
        endif()
    endforeach()
    target_include_directories(${name} PRIVATE "${directory}")
endfunction()

include("${PROJECT_SOURCE_DIR}/tests/nullnic/suites.cmake")
include("${PROJECT_SOURCE_DIR}/tests/auto/tcponly/suites.cmake")

# Sets VARIABLE to the environment that loads the null device. The fault library comes before it.
function(qtrdma_null_environment variable) # library...
    set(preloaded "$<TARGET_FILE:qtrdmanull>")
    if("qtrdmafault" IN_LIST ARGN)
        set(preloaded "$<TARGET_FILE:qtrdmafault>:${preloaded}")
    endif()
    set(${variable} "LD_PRELOAD=${preloaded}" QTRDMA_NULL_ADDRESS=192.0.2.1 PARENT_SCOPE)
endfunction()

function(qtrdma_add_test name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "SERIAL" "NEEDS;TIMEOUT"
        "SOURCES;LIBRARIES;LABELS;EXTRA_ENV")
    if(arg_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "qtrdma_add_test(${name}): what is ${arg_UNPARSED_ARGUMENTS}?")
    endif()
    if(arg_NEEDS AND NOT arg_NEEDS MATCHES "^(rdma|machine|two-hosts)$")
        message(FATAL_ERROR "qtrdma_add_test(${name}): NEEDS knows no ${arg_NEEDS}")
    endif()

    add_executable(${name} ${arg_SOURCES})
    target_compile_features(${name} PRIVATE cxx_std_20)
    target_link_libraries(${name} PRIVATE
        QtRdma::QtRdma Qt6::Core Qt6::Network Qt6::Test PkgConfig::RdmaCore
        ${arg_LIBRARIES})
    target_include_directories(${name} PRIVATE
        "${PROJECT_SOURCE_DIR}/src" "${PROJECT_SOURCE_DIR}/tests/auto/shared")
    target_compile_definitions(${name} PRIVATE QTRDMA_AUTOTEST)
    qtrdma_starts_processes(${name})
    qtrdma_strict(${name})
    qtrdma_compile_test_quickly(${name})
    qtrdma_reuse_test_headers(${name})
    qtrdma_moc_test(${name} ${arg_SOURCES})

    set(timeout 600)
    if(arg_TIMEOUT)
        set(timeout ${arg_TIMEOUT})
    endif()
    if(QTRDMA_SANITIZE)
        math(EXPR timeout "${timeout} * 3")
    endif()
    # Not five minutes, and before ctest ends the program: Qt Test says in which function it stood still.
    math(EXPR functionTimeout "${timeout} * 750")
    list(APPEND arg_EXTRA_ENV QTEST_FUNCTION_TIMEOUT=${functionTimeout})

    set(command ${name})
    if(arg_NEEDS STREQUAL "rdma")
        set(variants rxe siw device)
        # The runtime of a sanitizer has to be loaded before all others.
        if(name IN_LIST QTRDMA_NULL_TESTS OR name IN_LIST QTRDMA_NULL_NET_TESTS)
            set(has_null TRUE)
        endif()
        if(has_null AND NOT QTRDMA_SANITIZE)
            list(APPEND variants null)
            add_dependencies(${name} qtrdmanull)
        endif()
        if(name IN_LIST QTRDMA_TCP_TESTS AND NOT QTRDMA_SANITIZE)
            list(APPEND variants tcp)
            add_dependencies(${name} qtrdmatcponly)
        endif()
    elseif(arg_NEEDS)
        set(variants rxe siw)
        set(options --memory 4G)
        if(arg_NEEDS STREQUAL "two-hosts")
            set(options --hosts 2)
        endif()
        set(command "${PROJECT_SOURCE_DIR}/tests/lab/lab" ${options} --timeout ${timeout}
            --out "${CMAKE_CURRENT_BINARY_DIR}/out" -- "$<TARGET_FILE:${name}>")
        math(EXPR timeout "${timeout} + 180") # the time that booting may take
    else()
        set(variants host)
    endif()
    foreach(variant IN LISTS variants)
        if(variant STREQUAL "host")
            set(test ${name})
            set(labels host ${arg_LABELS})
            set(environment ${QTRDMA_TEST_ENVIRONMENT})
        elseif(variant STREQUAL "null")
            set(test ${name}@null)
            set(labels host)
            qtrdma_null_environment(environment ${arg_LIBRARIES})
            list(APPEND environment ${QTRDMA_TEST_ENVIRONMENT} QTRDMA_TEST_PROVIDER=null)
            if(name IN_LIST QTRDMA_NULL_NET_TESTS)
                list(APPEND environment QTRDMA_NULL_NET=${name})
            endif()
        elseif(variant STREQUAL "tcp")
            set(test ${name}@tcp)
            set(labels host)
            set(environment "LD_PRELOAD=$<TARGET_FILE:qtrdmatcponly>" QTRDMA_TCP_ADDRESS=127.0.0.1
                ${QTRDMA_TEST_ENVIRONMENT} QTRDMA_TEST_PROVIDER=tcp)
        else()
            set(test ${name}@${variant})
            set(labels lab ${variant})
            if(variant STREQUAL "device")
                set(labels device)
            elseif(arg_NEEDS STREQUAL "machine")
                set(labels boots ${variant})
            elseif(arg_NEEDS STREQUAL "two-hosts")
                set(labels two-hosts ${variant})
            endif()
            list(APPEND labels ${arg_LABELS})
            set(environment ${QTRDMA_TEST_ENVIRONMENT} QTRDMA_TEST_PROVIDER=${variant})
        endif()
        add_test(NAME ${test} COMMAND ${command})
        set_tests_properties(${test} PROPERTIES
            LABELS "${labels}"
            ENVIRONMENT "${environment};${arg_EXTRA_ENV}"
            TIMEOUT ${timeout}
            RUN_SERIAL ${arg_SERIAL}
        )
    endforeach()
endfunction()
