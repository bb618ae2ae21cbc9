package nao

import (
	"fmt"

	"gonum.org/v1/gonum/spatial/r3"
)

// Link numbers the rigid parts of the body. A parent comes before its children.
type Link uint8

// The links: trunk and head, left arm, left leg, right leg, right arm, fingers.
const (
	LinkTorso Link = iota
	LinkNeck
	LinkHead
	LinkLShoulder
	LinkLBicep
	LinkLElbow
	LinkLForeArm
	LinkLWrist
	LinkLPelvis
	LinkLHip
	LinkLThigh
	LinkLTibia
	LinkLAnkle
	LinkLFoot
	LinkRPelvis
	LinkRHip
	LinkRThigh
	LinkRTibia
	LinkRAnkle
	LinkRFoot
	LinkRShoulder
	LinkRBicep
	LinkRElbow
	LinkRForeArm
	LinkRWrist
	LinkLHand
	LinkRHand

	// NumLinks is the number of links.
	NumLinks = 27
)

// NoJoint is the joint of the torso, which floats.
const NoJoint Joint = 255

// LinkFacts describes one rigid part and the joint that moves it.
type LinkFacts struct {
	Name      string     // as in nao_description
	Parent    Link       // the torso is its own parent
	Joint     Joint      // the motor that moves it; NoJoint for the torso
	JointName string     // as in nao_description: the motor's name, or RHipYawPitch
	Origin    r3.Vec     // the joint in the parent's frame, m; all axes are parallel at zero
	Axis      r3.Vec     // the joint's unit axis, the same in parent and child
	Mass      float64    // kg
	CoM       r3.Vec     // centre of mass in the link's frame, m
	Inertia   [6]float64 // xx yy zz xy xz yz about the centre of mass, kg m²
}

// Facts returns the link's row of the table.
func (l Link) Facts() LinkFacts {
	f := &links[l]
	return LinkFacts{
		Name: f.name, Parent: f.parent, Joint: f.joint, JointName: f.jointName,
		Origin: f.origin, Axis: f.axis, Mass: f.mass, CoM: f.com, Inertia: f.inertia,
	}
}

// String returns the link's name in nao_description.
func (l Link) String() string {
	if l >= NumLinks {
		return fmt.Sprintf("Link(%d)", uint8(l))
	}
	return links[l].name
}

// linkFacts is one row of the link table; LinkFacts explains the fields.
type linkFacts struct {
	name         string
	parent       Link
	jointName    string
	joint        Joint
	origin, axis r3.Vec
	mass         float64
	com          r3.Vec
	inertia      [6]float64
}

// MeshFile returns the name of the file with the link's mesh (package skin): torso.dae, Head.dae.
func (l Link) MeshFile() string { return l.String() + ".dae" }
