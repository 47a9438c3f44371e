"""Hand logs, written."""
from hupai.ext.engine.table cimport Table
from hupai.ext.variant cimport Event, Facts


cdef dict event_entry(const Event *event)
cdef list lots_of(const Facts *facts)
cdef dict result_of(Table table)
cdef dict hand_log(Table table)
