package proc

// This part of the package holds what a node and its supervisor agree on about a wrong configuration.

// ExitBadConfig is the exit code of a node with a wrong command line or parameter, or a wrong file that a parameter names.
// Starting such a node again does not help. The code is EX_CONFIG of sysexits.h.
const ExitBadConfig = 78

// StartCheckFlag is the flag with which a node only checks its command line, its parameters and the files that they name.
const StartCheckFlag = "--check"
