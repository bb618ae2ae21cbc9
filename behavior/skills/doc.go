// Package skills holds the skills that a robot can run by name: machines in files of some directories, in YAML or Lua, of
// the levels skill and motion (Niemueller, Ferrein, Lakemeyer 2009: a Lua-based behavior engine for controlling the
// humanoid robot Nao).
//
// A [Library] offers those that can run on this robot, in its space, and that its policy allows. [Library.Compile]
// compiles a call to one machine, such as
//
//	goto{x=1.0, y=0.5}; kick()
//
// which runs one skill after the other and ends as the last one, or as the first that fails.
package skills
