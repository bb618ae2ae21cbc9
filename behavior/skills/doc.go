// Package skills is what a robot can be told to do by name: machines in files, in YAML
// or Lua, of the levels skill and motion.
package skills
