"""Made-up runs in the layout that `hupai simulate` writes, for the tests of estimates and reports."""
