package launcher

import "maps"

// Arguments lists the arguments of a launch file and of the files it includes, as far
// as their names are known before the launch.
func Arguments(path string) ([]Argument, error) { return system().Arguments(path) }

// Arguments is the package's Arguments in the loader's surrounding.
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
	var out []Argument
	s.collect(actions, false, &out)
	return out, nil
}

// collect appends the arguments that actions declare; the first of a name counts.
func (s *scope) collect(actions []*action, conditional bool, out *[]Argument) {
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
			*out = append(*out, arg)
			if text, err := s.expand(arg.value); err == nil && arg.HasDefault {
				s.vars[arg.Name] = text
			}
		}
		s.collect(a.children, conditional, out)
		s.collectIncluded(a, conditional, out)
	}
}

// collectIncluded does so for an included file, where its path is known already.
func (s *scope) collectIncluded(a *action, conditional bool, out *[]Argument) {
	path, err := s.expand(a.include)
	if a.include == nil || err != nil {
		return // known only in the launch
	}
	if path, err = includePath(path); err != nil {
		return
	}
	actions, err := readFile(path)
	if err != nil {
		return // reported by the launch
	}
	saved := maps.Clone(s.vars)
	file := s.file
	s.file, s.lastFile = path, path
	s.collect(actions, conditional, out)
	s.file, s.lastFile, s.vars = file, file, saved
}
