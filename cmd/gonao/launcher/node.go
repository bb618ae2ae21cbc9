package launcher

import (
	"fmt"
	"os"
)

// nodeSpec holds a node action that has been read.
type nodeSpec struct {
	process *processSpec

	pkg, exec, execName, name, namespace template
	hasPkg, hasName, hasNamespace        bool
	args, rosArgs                        []template
	hasRosArgs                           bool
	remaps                               []templatePair
	params                               []param
}

func parseNode(e *entity, a *action) {
	n := &nodeSpec{process: parseProcess(e)}
	n.pkg, n.hasPkg = e.template("pkg")
	n.exec = e.needTemplate("exec")
	n.execName, _ = e.template("exec_name")
	n.name, n.hasName = e.template("name")
	n.namespace, n.hasNamespace = e.template("namespace")
	n.args = e.commandLine("args")
	n.rosArgs = e.commandLine("ros_args")
	_, n.hasRosArgs = e.body.fields["ros_args"]
	n.remaps = e.pairs("remap", "from", "to")
	for _, item := range e.maps("param") {
		n.params = append(n.params, parseParam(item))
		e.adopt(item.done())
	}
	a.run = func(s *scope) error { return s.node(n) }
}

// node adds a node to the plan. As in ROS 2, its command line is
//
//	program args… [--ros-args ros_args…] --ros-args -r __node:=name -r __ns:=/namespace
//	    (-p name:=value | --params-file file)… -r from:=to…
//
// where the parameters and remappings of the scope come before the node's own.
func (s *scope) node(n *nodeSpec) error {
	argv, err := s.nodeProgram(n)
	if err != nil {
		return err
	}
	name, namespace, err := s.nodeName(n)
	if err != nil {
		return err
	}
	argv = append(argv, "--ros-args")
	if n.hasName {
		argv = append(argv, "-r", "__node:="+name)
	}
	if namespace != "" {
		argv = append(argv, "-r", "__ns:="+namespace)
	}
	full := fullName(namespace, name)
	argv, files, err := s.paramArgs(argv, n.params, full)
	if err != nil {
		return err
	}
	if s.remaps != nil {
		for _, r := range *s.remaps {
			argv = append(argv, "-r", r[0]+":="+r[1])
		}
	}
	for _, r := range n.remaps {
		err := s.both("remap: from", r.name, "remap: to", r.value, func(from, to string) error {
			argv = append(argv, "-r", from+":="+to)
			return nil
		})
		if err != nil {
			return err
		}
	}
	return s.addNode(n, full, argv, files)
}

// addNode adds the complete command line to the plan.
func (s *scope) addNode(n *nodeSpec, full string, argv []string, files []ParamFile) error {
	label, err := s.field("exec_name", n.execName)
	if err != nil {
		return err
	}
	proc, err := s.process(n.process, label, argv)
	if err != nil {
		return err
	}
	proc.Node = full
	if n.hasPkg && len(proc.Args) == len(argv) && !n.process.shell {
		pkg, err := s.field("pkg", n.pkg)
		if err != nil {
			return err
		}
		proc.Checks = pkg == ownPackage
	}
	shift := len(proc.Args) - len(argv) // number of words of launch-prefix
	for i := range files {
		files[i].Arg += shift
	}
	if len(files) > 0 && n.process.shell {
		return fmt.Errorf("\"shell\" and inline parameters exclude each other: put the parameters into a file")
	}
	proc.Files = files
	return s.add(Step{Process: proc})
}

// nodeProgram returns a node's program and its args and ros_args.
func (s *scope) nodeProgram(n *nodeSpec) ([]string, error) {
	program, err := s.field("exec", n.exec)
	if err != nil {
		return nil, err
	}
	if n.hasPkg {
		pkg, err := s.field("pkg", n.pkg)
		if err != nil {
			return nil, err
		}
		if program, err = s.packages.executable(pkg, program); err != nil {
			return nil, err
		}
	}
	argv := []string{program}
	args, err := s.expandAll("args", n.args)
	if err != nil {
		return nil, err
	}
	argv = append(argv, args...)
	if n.hasRosArgs {
		args, err := s.expandAll("ros_args", n.rosArgs)
		if err != nil {
			return nil, err
		}
		argv = append(append(argv, "--ros-args"), args...)
	}
	return argv, nil
}

// nodeName returns a node's name and absolute namespace. Each is empty if it is not set.
func (s *scope) nodeName(n *nodeSpec) (name, namespace string, err error) {
	if n.hasName {
		if name, err = s.field("name", n.name); err != nil {
			return "", "", err
		}
		if err := checkName("node name", name); err != nil {
			return "", "", fmt.Errorf("\"name\": %w", err)
		}
	}
	base, pushed := s.namespace()
	if !n.hasNamespace && !pushed {
		return name, "", nil
	}
	own, err := s.field("namespace", n.namespace)
	if err != nil {
		return "", "", err
	}
	if n.hasNamespace {
		namespace = joinNamespace(base, own)
	} else {
		namespace = joinNamespace("", base)
	}
	if err := checkNamespace(namespace); err != nil {
		return "", "", fmt.Errorf("\"namespace\": %w", err)
	}
	return name, namespace, nil
}

// fullName joins namespace and name. It returns "" unless both are known.
func fullName(namespace, name string) string {
	switch {
	case namespace == "" || name == "":
		return ""
	case namespace == "/":
		return "/" + name
	}
	return namespace + "/" + name
}

// isParamFile returns an error if a parameter file does not exist. ROS 2 only warns, and starts the node without
// its parameters.
func isParamFile(path string) error {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return fmt.Errorf("parameter file %s: no such file", path)
	}
	return nil
}
