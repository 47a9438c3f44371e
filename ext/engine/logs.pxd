"""Hand logs, written and read back."""
from hupai.ext.engine.table cimport Table


cdef dict hand_log(Table table)
