// Package docs tests the documents: README, ARCHITECTURE, docs/ and the parameter files. It runs
// their commands and compares their tables with the code. It has no code of its own, only tests.
//
// The first line of a fenced block names its kind, by which it is tested:
//
//	```sh              commands that the tests run
//	```sh robot        commands that need a robot or a graph, or start one; make, gonao and our programs must accept them
//	```sh long         the same, for commands that build, measure, train, film or play
//	```sh window       the same, for commands that open a window
//	```text            output; not compared
//	```go              statements; must be Go
//	```go program      an exact copy of a program of examples/
//	```yaml machine    a state machine, with the robot's inputs and activities
//	```yaml world      a world of the simulator
//	```yaml params     a parameter file
//	```yaml launch     a launch file
//	```yaml tune       a tune file
//	```yaml experiment an experiment file
//	```yaml body       figures of a simulated body
//	```yaml team       a team of robots; the commands that name a team read it
//	```yaml bridge     a file of topics that gazebo_bridge passes on
//	```xml motion      a slot motion
//	```mermaid         a drawing of states, each of which the document names as `state`
//	```go own FILE     a file of the reader's module, built and tested (also text own FILE);
//	                   sh own has the module's commands
//	```yaml try FILE   a file that the reader writes and the tool reads, in any language;
//	                   sh try are commands that run beside it (sh try fails: with an
//	                   error), text try is their output
package docs
