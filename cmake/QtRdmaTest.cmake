# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

# qtrdma_add_test(tst_name
#     SOURCES file...
#     [LIBRARIES target...]     besides QtRdma, Qt6::Core, Qt6::Network and Qt6::Test
#     [NEEDS rdma]              needs an RDMA device
#     [LABELS label...]         more labels; "core" is the subset that runs under the address sanitizer
#     [EXTRA_ENV VAR=VALUE...]  more environment
#     [TIMEOUT seconds]         default 300
#     [SERIAL])                 nothing else may run beside it
#
# Without NEEDS it is one ctest test, tst_name, labelled "host". With NEEDS rdma it becomes
# tst_name@rxe and tst_name@siw, labelled "lab;rxe" and "lab;siw", which run inside the lab, and
# tst_name@device, labelled "device", for a device of this machine whose address is in
# QTRDMA_DEVICE_ADDRESS. QTRDMA_TEST_PROVIDER is what follows the @.

find_package(Qt6 6.4 REQUIRED COMPONENTS Test)

set(QTRDMA_TEST_ENVIRONMENT "QT_LOGGING_TO_CONSOLE=1")
if("thread" IN_LIST QTRDMA_SANITIZE)
    list(APPEND QTRDMA_TEST_ENVIRONMENT
        "TSAN_OPTIONS=suppressions=${PROJECT_SOURCE_DIR}/cmake/tsan.supp")
endif()

function(qtrdma_add_test name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "SERIAL" "NEEDS;TIMEOUT"
        "SOURCES;LIBRARIES;LABELS;EXTRA_ENV")
    if(arg_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "qtrdma_add_test(${name}): what is ${arg_UNPARSED_ARGUMENTS}?")
    endif()
    if(arg_NEEDS AND NOT arg_NEEDS STREQUAL "rdma")
        message(FATAL_ERROR "qtrdma_add_test(${name}): NEEDS knows only rdma, not ${arg_NEEDS}")
    endif()

    add_executable(${name} ${arg_SOURCES})
    target_compile_features(${name} PRIVATE cxx_std_20)
    target_link_libraries(${name} PRIVATE
        QtRdma::QtRdma Qt6::Core Qt6::Network Qt6::Test PkgConfig::RdmaCore ${arg_LIBRARIES})
    target_include_directories(${name} PRIVATE
        "${PROJECT_SOURCE_DIR}/src" "${PROJECT_SOURCE_DIR}/tests/auto/shared")
    target_compile_definitions(${name} PRIVATE QTRDMA_AUTOTEST)
    qtrdma_strict(${name})

    set(timeout 300)
    if(arg_TIMEOUT)
        set(timeout ${arg_TIMEOUT})
    endif()

    if(arg_NEEDS)
        set(variants rxe siw device)
    else()
        set(variants host)
    endif()
    foreach(variant IN LISTS variants)
        if(variant STREQUAL "host")
            set(test ${name})
            set(labels host)
            set(environment ${QTRDMA_TEST_ENVIRONMENT})
        else()
            set(test ${name}@${variant})
            set(labels lab ${variant})
            if(variant STREQUAL "device")
                set(labels device)
            endif()
            set(environment ${QTRDMA_TEST_ENVIRONMENT} QTRDMA_TEST_PROVIDER=${variant})
        endif()
        add_test(NAME ${test} COMMAND ${name})
        set_tests_properties(${test} PROPERTIES
            LABELS "${labels};${arg_LABELS}"
            ENVIRONMENT "${environment};${arg_EXTRA_ENV}"
            TIMEOUT ${timeout}
            RUN_SERIAL ${arg_SERIAL}
        )
    endforeach()
endfunction()
