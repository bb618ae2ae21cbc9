// Package e2e tests the programs as people start them: real processes, real DDS, the
// real simulator. It has no code of its own, only tests.
//
// TestMain builds every program once into a directory that looks like an installed
// workspace. Each test works in a sandbox: a DDS domain that other processes of this
// machine do not see, a LoLA socket and directories of its own. Deadlines
// distinguish a hang from a slow machine; tests assert functions and simulated time.
package e2e
