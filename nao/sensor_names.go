package nao

import (
	"slices"
	"strings"
)

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

// buttonNames are those of gonao_msgs/ButtonEvent in small letters.
var buttonNames = [NumTouch]string{
	ChestButton: "chest", HeadFront: "head_front", HeadMiddle: "head_middle", HeadRear: "head_rear",
	LFootBumperLeft: "left_foot_left", LFootBumperRight: "left_foot_right", RFootBumperLeft: "right_foot_left", RFootBumperRight: "right_foot_right",
	LHandBack: "left_hand_back", LHandLeft: "left_hand_left", LHandRight: "left_hand_right",
	RHandBack: "right_hand_back", RHandLeft: "right_hand_left", RHandRight: "right_hand_right",
}

// ButtonNames returns the names that ParseButton accepts, in LoLA's order.
func ButtonNames() []string { return slices.Clone(buttonNames[:]) }

// ParseButton returns a button, bumper or touch pad by its name in small letters, such as chest or left_foot_left.
func ParseButton(name string) (Touch, bool) {
	i := slices.Index(buttonNames[:], name)
	return Touch(max(i, 0)), i >= 0 //nolint:gosec // below NumTouch
}

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
