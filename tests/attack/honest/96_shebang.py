#!/usr/bin/env python3
# -*- coding: utf-8 -*-
def f(x):
    return x + 1
# expect: pass confirmed
