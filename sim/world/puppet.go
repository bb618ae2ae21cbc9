package world

import (
	"fmt"
	"math"

	"gonao/nao"
)

// Puppet is a robot without commands: it stands in one posture where it is put; others collide with it, but it does not
// move. It needs no physics.
type Puppet struct {
	Name    string  `yaml:"name"`
	Make    string  `yaml:"make"` // nao, or other: a taller robot of another make
	XM      float64 `yaml:"x_m"`
	YM      float64 `yaml:"y_m"`
	YawDeg  float64 `yaml:"yaw_deg"`
	Posture string  `yaml:"posture"` // stand, crouch, front, back
	Color   Color   `yaml:"color"`   // of its coloured parts
	Jersey  string  `yaml:"jersey"`  // none, or a colour's name
	Number  int     `yaml:"number"`
}

// The makes a world file may name.
const (
	MakeNAO   = "nao"
	MakeOther = "other"
)

// postures of puppets.
const (
	postureStand  = "stand"
	postureCrouch = "crouch"
	postureFront  = "front"
	postureBack   = "back"
)

// puppet writes a puppet as a body that is placed, not simulated.
func (b *builder) puppet(p Puppet) {
	jersey := nao.RGBA{}
	if c, err := ParseColor(p.Jersey); err == nil {
		jersey = opaque(c)
	}
	joints := nao.StandPosture()
	if p.Posture == postureCrouch {
		joints = nao.CrouchPosture()
	}
	height, lying, pitch := -nao.SoleInTorso(nao.LeftLeg, &joints).P.Z, 0.075, 0.0
	if p.Make == MakeOther {
		height, lying = nao.OtherHeight, 0.105
	}
	switch p.Posture {
	case postureFront:
		height, pitch = lying, math.Pi/2
	case postureBack:
		height, pitch = lying, -math.Pi/2
	}
	fmt.Fprintf(&b.body, `<body name="%s" mocap="true" pos="%g %g %g" quat="%s">`+"\n",
		p.Name, p.XM, p.YM, height, quaternion(p.YawDeg*math.Pi/180, pitch))
	parts := nao.Puppet(nao.PuppetOptions{
		Prefix: p.Name + "/", Accent: opaque(p.Color), Joints: joints, Jersey: jersey, Number: p.Number, Other: p.Make == MakeOther,
	})
	b.asset.WriteString(parts.Asset)
	b.body.WriteString(parts.Body)
	b.body.WriteString("</body>\n")
	for name, content := range parts.Files {
		b.files[name] = content
	}
}

// quaternion returns a turn by pitch about y, then by yaw about z, as MJCF has it.
func quaternion(yaw, pitch float64) string {
	sy, cy := math.Sincos(yaw / 2)
	sp, cp := math.Sincos(pitch / 2)
	return fmt.Sprintf("%.9g %.9g %.9g %.9g", cy*cp, -sy*sp, cy*sp, sy*cp)
}

func (c *checker) puppet(at string, p Puppet) {
	c.name(at+".name", p.Name)
	c.oneOf(at+".make", p.Make, MakeNAO, MakeOther)
	c.oneOf(at+".posture", p.Posture, postureStand, postureCrouch, postureFront, postureBack)
	c.within(at+".x_m", p.XM, -50, 50)
	c.within(at+".y_m", p.YM, -50, 50)
	c.within(at+".yaw_deg", p.YawDeg, -360, 360)
	c.within(at+".number", float64(p.Number), 0, 99)
	c.clothes(at+".jersey", p.Jersey)
}
