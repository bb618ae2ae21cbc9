package nao

import "strings"

var fsrNames = [NumFSR]string{
	"LFsrFL", "LFsrFR", "LFsrRL", "LFsrRR",
	"RFsrFL", "RFsrFR", "RFsrRL", "RFsrRR",
}

// String returns the sensor's short name as in nao_description, such as LFsrFL.
func (f FSR) String() string { return fsrNames[f] }

var touchNames = [NumTouch]string{
	ChestButton:      "ChestBoard/Button",
	HeadFront:        "Head/Touch/Front",
	HeadMiddle:       "Head/Touch/Middle",
	HeadRear:         "Head/Touch/Rear",
	LFootBumperLeft:  "LFoot/Bumper/Left",
	LFootBumperRight: "LFoot/Bumper/Right",
	LHandBack:        "LHand/Touch/Back",
	LHandLeft:        "LHand/Touch/Left",
	LHandRight:       "LHand/Touch/Right",
	RFootBumperLeft:  "RFoot/Bumper/Left",
	RFootBumperRight: "RFoot/Bumper/Right",
	RHandBack:        "RHand/Touch/Back",
	RHandLeft:        "RHand/Touch/Left",
	RHandRight:       "RHand/Touch/Right",
}

// String returns the sensor's name in the maker's tree, such as Head/Touch/Front.
func (t Touch) String() string { return touchNames[t] }

// frame names the sensor's frame as in nao_description.
func (t Touch) frame() string {
	if t == ChestButton {
		return "ChestButton_frame"
	}
	return strings.ReplaceAll(touchNames[t], "/", "") + "_frame"
}

// String returns the sonar's short name as in nao_description, LSonar or RSonar.
func (s Sonar) String() string {
	if s == LeftSonar {
		return "LSonar"
	}
	return "RSonar"
}
