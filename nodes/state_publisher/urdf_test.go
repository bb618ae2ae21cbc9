package statepublisher

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"

	"gonao/internal/fuzzn"
	"gonao/nao"
)

const urdfGripper = `<?xml version="1.0"?>
<robot name="gripper">
  <!-- the root need not come first -->
  <link name="left"/>
  <link name="base"><inertial><mass value="1"/></inertial></link>
  <link name="right"/><link name="camera"/><link name="wheel"/><link name="tip"/>
  <joint name="l" type="prismatic"><parent link="base"/><child link="left"/><origin xyz="0 0.1 0"/><axis xyz="0 2 0"/></joint>
  <joint name="r" type="prismatic"><parent link="base"/><child link="right"/><axis xyz="0 1 0"/><mimic joint="l" multiplier="-1"/></joint>
  <joint name="t" type="revolute"><parent link="right"/><child link="tip"/><mimic joint="r" multiplier="2" offset="0.5"/></joint>
  <joint name="eye" type="fixed"><parent link="base"/><child link="camera"/><origin rpy="0 0 1.5"/></joint>
  <joint name="spin" type="continuous"><parent link="base"/><child link="wheel"/></joint>
  <transmission name="t"><joint name="l"/></transmission>
</robot>`

func TestATreeOfJointsIsRead(t *testing.T) {
	r, err := parseURDF(urdfGripper)
	require.NoError(t, err)
	require.Equal(t, "gripper", r.Name)
	require.Equal(t, "base", r.Root)
	require.Len(t, r.Links, 6)
	require.Equal(t, []urdfJoint{
		{Name: "l", Parent: "base", Child: "left", Type: Prismatic, XYZ: r3.Vec{Y: 0.1}, Axis: r3.Vec{Y: 1}},
		{Name: "r", Parent: "base", Child: "right", Type: Prismatic, Axis: r3.Vec{Y: 1}, Mimic: &urdfMimic{"l", -1, 0}},
		{Name: "t", Parent: "right", Child: "tip", Type: Revolute, Axis: r3.Vec{X: 1}, Mimic: &urdfMimic{"l", -2, 0.5}},
		{Name: "eye", Parent: "base", Child: "camera", Type: Fixed, RPY: [3]float64{0, 0, 1.5}, Axis: r3.Vec{X: 1}},
		{Name: "spin", Parent: "base", Child: "wheel", Type: Continuous, Axis: r3.Vec{X: 1}},
	}, r.Joints)
}

func TestOurRobotIsRead(t *testing.T) {
	r, err := parseURDF(nao.URDF(nao.URDFOptions{}))
	require.NoError(t, err)
	require.Equal(t, "base_link", r.Root)
	require.Len(t, r.Joints, len(r.Links)-1)
	moving := 0
	for i := range r.Joints {
		j := &r.Joints[i]
		if !j.Moves() {
			continue
		}
		moving++
		if j.Name == "RHipYawPitch" {
			require.Equal(t, &urdfMimic{"LHipYawPitch", 1, 0}, j.Mimic)
			continue
		}
		require.Nil(t, j.Mimic)
		_, err := nao.ParseJoint(j.Name)
		require.NoError(t, err)
	}
	require.Equal(t, nao.NumJoints+1, moving)
}

func TestWhatIsNoRobotIsRefused(t *testing.T) {
	for says, edit := range map[string][2]string{
		`element <model>: expected <robot>`:                        {"robot", "model"},
		`XML syntax error`:                                         {"</joint>", ""},
		`this is xacro`:                                            {"<!--", `<xacro:macro name="x"/><!--`},
		`joint "eye": type "fest": expected fixed, revolute`:       {`type="fixed"`, `type="fest"`},
		`joint "l": parent link "bas": no such link (did you mean`: {`<parent link="base"/><child link="left"/>`, `<parent link="bas"/><child link="left"/>`},
		`joint "l": child link "": no such link`:                   {`<child link="left"/>`, ``},
		`link "left": there are two of that name`:                  {`<link name="right"/>`, `<link name="left"/>`},
		`a link has no name`:                                       {`<link name="left"/>`, `<link/>`},
		`joint "l": expected a name of its own`:                    {`name="r"`, `name="l"`},
		`joint "r": link "left" is the child of joint "l" already`: {`<child link="right"/>`, `<child link="left"/>`},
		`links "left" and "base" have no parent`:                   {`<joint name="l" type="prismatic"><parent link="base"/><child link="left"/><origin xyz="0 0.1 0"/><axis xyz="0 2 0"/></joint>`, ``},
		`the joints above it form a loop`:                          {`<parent link="right"/>`, `<parent link="tip"/>`},
		`joint "l": axis "0 0 0": expected a direction`:            {`0 2 0`, `0 0 0`},
		`joint "l": origin: xyz: "0 0.1": expected three numbers`:  {`0 0.1 0`, `0 0.1`},
		`joint "eye": origin: rpy: "NaN": expected a finite`:       {`0 0 1.5`, `0 0 NaN`},
		`joint "r": mimic: joint "m": no such joint`:               {`mimic joint="l"`, `mimic joint="m"`},
		`joint "r": mimic: it follows itself`:                      {`mimic joint="l"`, `mimic joint="t"`},
		`joint "r": mimic: joint "eye" is fixed: expected one`:     {`mimic joint="l"`, `mimic joint="eye"`},
		`joint "r": mimic: multiplier: "x": expected a finite`:     {`multiplier="-1"`, `multiplier="x"`},
	} {
		text := strings.ReplaceAll(urdfGripper, edit[0], edit[1])
		require.NotEqual(t, urdfGripper, text, says)
		_, err := parseURDF(text)
		require.ErrorContains(t, err, says)
		require.ErrorContains(t, err, "urdf: ")
	}
	_, err := parseURDF(" \n")
	require.EqualError(t, err, "urdf: the document is empty")
	_, err = parseURDF("<robot/>")
	require.EqualError(t, err, "urdf: there are no links")
}

// parseAny parses a text; a document that is accepted must have a tree.
func parseAny(tb testing.TB, text string) {
	r, err := parseURDF(text)
	if err != nil {
		return
	}
	if len(r.Joints) != len(r.Links)-1 {
		tb.Fatalf("%d joints and %d links are no tree:\n%s", len(r.Joints), len(r.Links), text)
	}
}

func FuzzParse(f *testing.F) {
	f.Add(urdfGripper)
	f.Fuzz(func(t *testing.T, text string) { parseAny(t, text) })
}

func TestRandomDocumentsDoNoHarm(t *testing.T) {
	rng, good, data := rand.New(rand.NewPCG(1, 2)), []byte(urdfGripper), []byte(nil)
	for range fuzzn.N(t) / 10 {
		data = fuzzn.Mutate(rng, data, good)
		parseAny(t, string(data))
	}
}
