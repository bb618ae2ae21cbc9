package motion

import (
	"gonao/motion/getup"
	"gonao/motion/kick"
	"gonao/motion/paper/omni"
	"gonao/motion/paper/tfs"
	"gonao/motion/tunable"
	"gonao/motion/walk"
	"gonao/ros/param"
)

// Walk holds the walk's numbers as parameters: with the names, ranges and texts of the engine,
// as for `gonao tune`.
type Walk walk.Config

// Kick holds the kick's numbers.
type Kick kick.Config

// Omni holds the numbers of the OmnidirectionalWalk. A NAO has one motor for both hip yaws, so that it has no parameter.
type Omni omni.Config

// TFS holds the numbers of the TFSWalk by joints.
type TFS tfs.Config

// GetUp holds the parameters of the get-up.
type GetUp struct {
	Attempts int          `yaml:"attempts" min:"1" max:"100" desc:"then it gives up, lies for a while and begins again"`
	Numbers  GetUpNumbers `yaml:",inline" desc:"how it gets up, from the next time on; docs/motion/getup.md"`
}

// GetUpNumbers holds the get-up's numbers.
type GetUpNumbers getup.Config

func (g *GetUp) room() getup.Config {
	cfg := getup.Config(g.Numbers)
	cfg.Attempts = g.Attempts
	return cfg
}

// Numbers lists the walk's numbers.
func (w *Walk) Numbers() []param.Number { return numbers((*walk.Config)(w).Fields()) }

// Numbers lists the OmnidirectionalWalk's numbers.
func (o *Omni) Numbers() []param.Number { return numbers((*omni.Config)(o).Fields()) }

// Numbers lists the TFSWalk's numbers.
func (f *TFS) Numbers() []param.Number { return numbers((*tfs.Config)(f).Fields()) }

// Numbers lists the kick's numbers.
func (k *Kick) Numbers() []param.Number { return numbers((*kick.Config)(k).Fields()) }

// Numbers lists the get-up's numbers.
func (g *GetUpNumbers) Numbers() []param.Number { return numbers((*getup.Config)(g).Fields()) }

func numbers(fields []tunable.Field) []param.Number {
	out := make([]param.Number, len(fields))
	for i, f := range fields {
		out[i] = param.Number{Name: f.Name, Value: f.Value, Min: f.Min, Max: f.Max, Unit: f.Unit, Desc: f.Doc}
	}
	return out
}
