package launcher

import "maps"

// Arguments returns the arguments of a launch file and of the files that it includes, if their names are known
// before the launch.
func Arguments(path string) ([]Argument, error) { return system().Arguments(path) }

// Arguments works as the function Arguments, in the environment of the loader.
func (l Loader) Arguments(path string) ([]Argument, error) {
	s, err := l.scope(path)
	if err != nil {
		return nil, err
	}
	actions, err := readFile(s.plan.File)
	if err != nil {
		return nil, err
	}
	s.file, s.lastFile = s.plan.File, s.plan.File
	c := collector{s: s}
	c.collect(actions, false)
	return c.found, nil
}

// collector lists the arguments that launch files declare, without running them.
type collector struct {
	s     *scope
	found []Argument
}

// collect appends the arguments that actions declare. Of several with one name, the first counts.
func (c *collector) collect(actions []*action, conditional bool) {
	s := c.s
	if s.depth++; s.depth > maxIncludes {
		return
	}
	defer func() { s.depth-- }()
	for _, a := range actions {
		conditional := conditional || a.hasIf
		if a.arg != nil && !s.declared[a.arg.Name] {
			arg := *a.arg
			arg.Conditional = conditional
			s.declared[arg.Name] = true
			c.found = append(c.found, arg)
			if text, err := s.expand(arg.value); err == nil && arg.HasDefault {
				s.vars[arg.Name] = text
			}
		}
		c.collect(a.children, conditional)
		c.collectIncluded(a, conditional)
	}
}

// collectIncluded appends the arguments of an included file, if its path is known before
// the launch.
func (c *collector) collectIncluded(a *action, conditional bool) {
	s := c.s
	path, err := s.expand(a.include)
	if a.include == nil || err != nil {
		return // the path is known only in the launch
	}
	if path, err = includePath(path); err != nil {
		return
	}
	actions, err := readFile(path)
	if err != nil {
		return // the launch reports the error
	}
	saved := maps.Clone(s.vars)
	file := s.file
	s.file, s.lastFile = path, path
	c.collect(actions, conditional)
	s.file, s.lastFile, s.vars = file, file, saved
}
