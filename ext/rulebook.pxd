"""A variant under given options, as the engine holds it."""
from hupai.ext.shapes cimport Blocks
from hupai.ext.variant cimport Variant


cdef class RuleBook:
    cdef Variant variant
    cdef Blocks blocks
    cdef const void *options
    cdef readonly str name
    cdef readonly str prefix
    cdef readonly tuple fans
    cdef readonly tuple parts
    cdef readonly tuple columns
    cdef public dict given        # the options that differ from the defaults
    cdef public dict reasons      # clause -> why an event that breaks it is refused
    cdef int take_names(self, str name, str prefix, tuple fans, tuple parts, tuple columns) except -1
