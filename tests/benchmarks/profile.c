/* SPDX-FileCopyrightText: 2026 The QtRdma authors
 * SPDX-License-Identifier: MIT */

/* A plugin for QEMU: how often each block of instructions is executed, between two marks. profile.py builds and reads it.
 *
 *   -plugin profile.so,out=FILE
 *
 * A mark is an instruction that does nothing and that no program has, "nopl 0x51745264(%rax)". At each, FILE gets
 *   mark
 *   ADDRESS PAGE INSTRUCTIONS TIMES      of each block that ran since the mark before, hexadecimal
 * and FILE.pages each page of a program in them: PAGE, 8 bytes, and its 4096 bytes. They tell which file a block comes from, wherever
 * and in how many processes it is mapped. For the kernel the address does; its PAGE is 0. */

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of QEMU's plugin interface, version 1: Debian has no package with the header. */
typedef uint64_t qemu_plugin_id_t;
struct qemu_plugin_tb;
struct qemu_plugin_insn;
typedef void (*BlockCallback)(qemu_plugin_id_t, struct qemu_plugin_tb *);
typedef void (*Callback)(unsigned int processor, void *data);
void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t id, BlockCallback callback);
void qemu_plugin_register_vcpu_tb_exec_inline(struct qemu_plugin_tb *block, int add, void *counter,
                                              uint64_t amount);
void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *instruction, Callback callback,
                                            int noRegisters, void *data);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *block);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *block, size_t index);
const void *qemu_plugin_insn_data(const struct qemu_plugin_insn *instruction);
size_t qemu_plugin_insn_size(const struct qemu_plugin_insn *instruction);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *instruction);
void *qemu_plugin_insn_haddr(const struct qemu_plugin_insn *instruction);

__attribute__((visibility("default"))) int qemu_plugin_version = 1;

enum { PageSize = 4096, Buckets = 1 << 18 };

struct Block
{
    struct Block *next;
    uint64_t address;
    uintptr_t memory; /* where QEMU has it */
    uint64_t instructions;
    uint64_t times;
};

struct Page
{
    struct Page *next;
    uintptr_t memory;
    unsigned mark; /* at which it was written last: memory may get another page later */
};

static struct Block *blocks[Buckets];
static struct Page *pages[Buckets];
static unsigned marks;
static FILE *counts;
static FILE *contents;

static size_t bucket(uint64_t value)
{
    return (value * UINT64_C(0x9e3779b97f4a7c15)) >> 46;
}

/* The same each time a block is translated again, so that what has been counted stays. */
static struct Block *blockAt(uint64_t address, uintptr_t memory)
{
    struct Block **first = &blocks[bucket(address ^ memory)];
    struct Block *block = *first;
    while (block && (block->address != address || block->memory != memory))
        block = block->next;
    if (block)
        return block;
    block = calloc(1, sizeof(*block));
    if (!block)
        abort();
    block->next = *first;
    block->address = address;
    block->memory = memory;
    *first = block;
    return block;
}

static bool isKernel(uint64_t address)
{
    return address >> 63;
}

static uintptr_t writePage(uintptr_t memory)
{
    struct Page **first = &pages[bucket(memory)];
    struct Page *page = *first;
    while (page && page->memory != memory)
        page = page->next;
    if (!page) {
        page = calloc(1, sizeof(*page));
        if (!page)
            abort();
        page->next = *first;
        page->memory = memory;
        *first = page;
    }
    if (page->mark != marks) {
        page->mark = marks;
        fwrite(&memory, sizeof(memory), 1, contents);
        fwrite((const void *)memory, PageSize, 1, contents);
    }
    return memory;
}

static void mark(unsigned int processor, void *data)
{
    struct Block *block;
    size_t i;
    (void)processor;
    (void)data;
    ++marks;
    fputs("mark\n", counts);
    for (i = 0; i < Buckets; ++i) {
        for (block = blocks[i]; block; block = block->next) {
            uintptr_t place = 0;
            if (block->instructions == 0)
                continue;
            if (!isKernel(block->address) && block->memory)
                place = writePage(block->memory & ~(uintptr_t)(PageSize - 1));
            fprintf(counts, "%llx %llx %llx %llx\n", (unsigned long long)block->address,
                    (unsigned long long)place, (unsigned long long)block->instructions,
                    (unsigned long long)block->times);
            block->instructions = block->times = 0;
        }
    }
    fflush(counts); /* nobody tells when QEMU is ended */
    fflush(contents);
}

static void translated(qemu_plugin_id_t id, struct qemu_plugin_tb *tb)
{
    static const unsigned char nothing[] = { 0x0f, 0x1f, 0x80, 0x64, 0x52, 0x74, 0x51 };
    const size_t count = qemu_plugin_tb_n_insns(tb);
    struct qemu_plugin_insn *first = qemu_plugin_tb_get_insn(tb, 0);
    struct Block *block =
            blockAt(qemu_plugin_insn_vaddr(first), (uintptr_t)qemu_plugin_insn_haddr(first));
    size_t i;
    (void)id;
    for (i = 0; i < count; ++i) {
        struct qemu_plugin_insn *instruction = qemu_plugin_tb_get_insn(tb, i);
        if (qemu_plugin_insn_size(instruction) == sizeof(nothing)
            && memcmp(qemu_plugin_insn_data(instruction), nothing, sizeof(nothing)) == 0)
            qemu_plugin_register_vcpu_insn_exec_cb(instruction, mark, 0, NULL);
    }
    qemu_plugin_register_vcpu_tb_exec_inline(tb, 0, &block->instructions, count);
    qemu_plugin_register_vcpu_tb_exec_inline(tb, 0, &block->times, 1);
}

__attribute__((visibility("default"))) int
qemu_plugin_install(qemu_plugin_id_t id, const void *info, int argc, char **argv)
{
    char name[PageSize];
    (void)info;
    if (argc != 1 || strncmp(argv[0], "out=", 4) != 0)
        return -1;
    counts = fopen(argv[0] + 4, "w");
    snprintf(name, sizeof(name), "%s.pages", argv[0] + 4);
    contents = fopen(name, "wb");
    if (!counts || !contents)
        return -1;
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    return 0;
}
