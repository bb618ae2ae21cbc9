package param

// ParseText reads a value as it is written on a command line: "1", "true", "[1, 2]".
func ParseText(text string) (Value, error) { return parseText(text) }

// Matches reports whether the setting is for the node of that full name.
func (s *Setting) Matches(fqn string) bool { return matches(s.Node, fqn) }
