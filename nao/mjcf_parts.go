package nao

import (
	"cmp"
	"math"
	"strings"
)

const halfTurn = math.Pi

// apart holds the pairs of links that never collide: neighbours at a joint, or with a small link
// between them, whose shapes overlap there. The right side is derived.
var apart = [...][2]Link{
	{LinkTorso, LinkHead},
	{LinkTorso, LinkLThigh},
	{LinkLBicep, LinkLWrist},
	{LinkLThigh, LinkLTibia},
	{LinkLTibia, LinkLFoot},
}

func (w *mjcfWriter) contacts() string {
	var out strings.Builder
	exclude := func(a, b Link) {
		writeLine(&out, w.opts.Prefix, `<exclude body1="%n%s" body2="%n%s"/>`, a, b)
	}
	for _, pair := range apart {
		a, b := pair[0], pair[1]
		exclude(a, b)
		rightA, _ := a.Right()
		if rightB, ok := b.Right(); ok {
			exclude(rightA, rightB)
		}
	}
	return out.String()
}

func (w *mjcfWriter) equality() string {
	if w.opts.TwoHipMotors {
		return ""
	}
	var out strings.Builder
	writeLine(&out, w.opts.Prefix,
		`<joint name="%nHipYawPitch" joint1="%nRHipYawPitch" joint2="%nLHipYawPitch" polycoef="0 1 0 0 0" solref="0.005 1"/>`)
	return out.String()
}

func (w *mjcfWriter) actuators() string {
	var out strings.Builder
	for j := range Joint(NumJoints) {
		w.actuator(&out, j, j.String())
	}
	if w.opts.TwoHipMotors {
		w.actuator(&out, LHipYawPitch, "RHipYawPitch")
	}
	return out.String()
}

// actuator writes a motor like joint j's on the joint of a name.
func (w *mjcfWriter) actuator(out *strings.Builder, j Joint, name string) {
	m := w.opts.Motor(j)
	m.Control = cmp.Or(m.Control, m.MaxTorque)
	limit := numText(m.Control)
	writeLine(out, w.opts.Prefix,
		`<motor name="%n%s" joint="%n%s" ctrllimited="true" ctrlrange="-%s %s" forcelimited="true" forcerange="-%s %s"/>`,
		name, name, limit, limit, limit, limit)
}

func (w *mjcfWriter) sensors() string {
	var out strings.Builder
	write := func(kind, name, more string) {
		writeLine(&out, w.opts.Prefix, `<`+kind+` name="%n%s" site="%n%s"`+more+`/>`, name, name)
	}
	write("accelerometer", "accelerometer", "")
	write("gyro", "gyroscope", "")
	for f := range FSR(NumFSR) {
		write("touch", f.String(), "")
	}
	for s := range Sonar(NumSonars) {
		write("rangefinder", s.String(), ` cutoff="5"`)
	}
	return out.String()
}

func (w *mjcfWriter) assets() string {
	var out strings.Builder
	for m := range materials {
		f := materials[m]
		if Material(m) == Accent {
			f.color = w.opts.Accent
		}
		writeLine(&out, w.opts.Prefix, `<material name="%n%s" rgba="%s" specular="%s" shininess="0.3" emission="%s"/>`,
			f.name, numsText(f.color[:]), numText(f.specular), numText(f.emission))
	}
	w.files = numberAssets(&out, w.opts.Prefix, w.opts.Jersey, w.opts.Number)
	return out.String()
}
