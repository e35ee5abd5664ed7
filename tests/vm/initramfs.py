#!/usr/bin/env python3
"""The initial memory disk of a test machine: init, and the kernel modules that it needs to reach the host's root.

usage: initramfs.py MODULES INIT OUTPUT, where MODULES is a kernel's lib/modules/VERSION.
"""
import lzma
import os
import re
import subprocess
import sys

WANTED = ('virtio_pci', '9pnet_virtio', '9p', 'overlay')
FOLDERS = ('dev', 'proc', 'lower', 'upper', 'root')


def read_module(path):
    with open(path, 'rb') as f:
        data = f.read()
    if path.endswith('.xz'):
        return lzma.decompress(data)
    if path.endswith('.zst'):
        return subprocess.run(['zstd', '-dc', path], stdout=subprocess.PIPE, check=True).stdout
    return data


def find_modules(folder):
    """Name to path, with - for _ as the kernel does it."""
    found = {}
    for place, _, names in os.walk(os.path.join(folder, 'kernel')):
        for name in names:
            if '.ko' in name:
                found[name.split('.ko')[0].replace('-', '_')] = os.path.join(place, name)
    return found


def in_order(found, wanted):
    """The modules with what they depend on before them; one that is not there is built in."""
    ordered = {}

    def add(name):
        if name in ordered or name not in found:
            return
        data = read_module(found[name])
        depends = re.search(rb'\0depends=([^\0]*)\0', data)
        for other in (depends.group(1).decode() if depends else '').split(','):
            add(other.replace('-', '_'))
        ordered[name] = data

    for name in wanted:
        add(name)
    return ordered


class Archive:
    """A cpio archive of the kind "newc"."""

    def __init__(self, path):
        self.file = open(path, 'wb')
        self.n = 0

    def add(self, name, mode, data=b''):
        self.n += 1
        name = name.encode() + b'\0'
        fields = (self.n, mode, 0, 0, 1, 0, len(data), 0, 0, 0, 0, len(name), 0)
        self.pad(b'070701' + b''.join(b'%08X' % field for field in fields) + name)
        self.pad(data)

    def pad(self, data):
        self.file.write(data + b'\0' * (-len(data) % 4))

    def close(self):
        self.add('TRAILER!!!', 0)
        self.file.close()


def main():
    folder, init, output = sys.argv[1:]
    archive = Archive(output)
    for name in FOLDERS:
        archive.add(name, 0o040755)
    with open(init, 'rb') as f:
        archive.add('init', 0o100755, f.read())
    names = ''
    for name, data in in_order(find_modules(folder), WANTED).items():
        archive.add(name + '.ko', 0o100644, data)
        names += '/%s.ko\n' % name
    archive.add('modules', 0o100644, names.encode())
    archive.close()


if __name__ == '__main__':
    main()
