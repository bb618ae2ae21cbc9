// Package launcher runs ROS 2 YAML launch files: Load turns a file and its
// arguments into a Plan, Run starts the plan's processes, shows their output,
// starts them again and stops them.
//
// It accepts what `ros2 launch` of ROS 2 Jazzy accepts, and no more, so that a file
// that works here works there. Where ROS 2 accepts something that surely is a
// mistake (an unknown argument, a missing parameter file, a text where a truth
// value is expected), Load refuses it. Python (`eval`) and the actions and
// substitutions that need a running ROS 2 are refused by name.
//
//	plan, err := launcher.Load("launch/sim.launch.yaml", []string{"world:=empty"})
//	if err != nil { … }                       // names the file, line, action and key
//	err = launcher.Run(ctx, plan, launcher.Options{Output: os.Stdout})
//
// How a launch file is read: value.go reads YAML's types as Python does,
// entity.go checks keys and types, template.go reads `$(…)`, the parse functions of
// actions.go, node.go, process.go, param.go and environment.go turn entities into
// actions, and the actions write the plan's steps in scope.go's scope.
package launcher
