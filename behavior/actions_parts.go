package behavior

import (
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"gonao/behavior/vocabulary"
	"gonao/hfsm"
	"gonao/internal/wording"
	"gonao/nao"
	"gonao/robot/goals"
)

// This file has the small parts that entries of the table of actions are made of.

// jointsArg is the prefix of the arguments of move_joints that name joints.
const jointsArg = "joints."

// withOutcomes sets the outcomes of actions with a port of package goals.
func withOutcomes(all []Action) []Action {
	for i := range all {
		if by := goals.Find(all[i].Port.Name); by != nil {
			all[i].Outcomes = outcomes(by.First, by.Outcomes...)
		}
	}
	return all
}

// portOf returns the port of an action of package goals.
func portOf(name string) vocabulary.Port {
	return vocabulary.Port{Kind: vocabulary.ActionPort, Name: name, Type: "gonao_msgs/action/" + goals.Find(name).Type}
}

// outcomes returns outcomes with error codes that count up from first; no word has no outcome.
func outcomes(first int, words ...string) []vocabulary.Outcome {
	all := make([]vocabulary.Outcome, 0, len(words))
	for i, word := range words {
		if word != "" {
			all = append(all, vocabulary.Outcome{Word: word, Code: first + i, Description: outcomeTexts[word]})
		}
	}
	return all
}

// outcomeTexts describe the outcomes of the robot's own actions.
var outcomeTexts = map[string]string{
	"bad_goal":         "an argument is out of range or no number",
	"unreachable":      "the robot does not reach it",
	"not_ready":        "the robot does not stand yet, or other parts use its joints",
	"fallen":           "the robot lies, or fell",
	"canceled":         "the goal was canceled",
	"preempted":        "another command took the joints",
	"blocked":          "no nearer for some seconds",
	"head_taken":       "another owner moves the head",
	"joint_taken":      "another owner holds one of the joints",
	"not_reached":      "a joint was not there in time",
	"not_localized":    "the robot's place has been unknown for some seconds",
	"no_belief":        "no word of localization and world_model for some seconds",
	"no_field":         "the field is not known",
	"ball_lost":        "the ball was not seen for some seconds",
	"missed":           "the ball cannot be reached",
	"unknown_motion":   "there is no motion of this name",
	"unknown_posture":  "there is no posture of this name",
	"gave_up":          "tried as often as it may",
	"invalid_call":     "the call is not understood, or an argument is wrong",
	"unknown_skill":    "there is no skill of this name",
	"not_offered":      "the policy, the space or the robot does not allow the skill",
	"busy":             "another call runs",
	"skill_failed":     "a skill ended in FAILED",
	"no_target":        "no teammate can receive a pass, or the ball is in the opponents' half already",
	"unsupported":      "the body has no such kick",
	"restarted":        "the clock went back",
	"unknown_language": "the engine has no such language",
	"no_engine":        "the speech engine is not installed",
	"engine_failed":    "the speech engine did not speak",
	"queue_full":       "too many texts wait",
	"too_many":         "too many animations at once",
}

// feedback returns a field of an action's feedback, with the input that gets it.
func feedback(action, field string, t hfsm.Type, unit, about string) vocabulary.Feedback {
	return vocabulary.Feedback{Field: field, Input: vocabulary.Input{
		Name: action + "_" + field, Type: t, Unit: unit, Description: about, Source: "action " + action,
	}}
}

// progress returns the feedback that most actions have.
func progress(action string) vocabulary.Feedback {
	return feedback(action, "progress", hfsm.Float, "", "how far "+action+" is, 0 to 1")
}

// index returns the place of a word among words.
func index(word string, words ...string) uint8 { return uint8(slices.Index(words, word)) }

// expectedColor returns the expected colours if vision does not have v, or "".
func (c *Config) expectedColor(v hfsm.Value) string {
	if slices.Contains(c.Colors, v.String) {
		return ""
	}
	return "one of vision's colours: " + strings.Join(c.Colors, ", ")
}

// motionArg is the argument that names a motion.
func (c *Config) motionArg() vocabulary.Arg {
	arg := vocabulary.Text("motion", "the name of a motion")
	if len(c.Motions) > 0 {
		arg.Check = func(v hfsm.Value) string {
			if slices.Contains(c.Motions, v.String) {
				return ""
			}
			return "a motion that is installed" + wording.DidYouMean(v.String, c.Motions) + ": " + strings.Join(c.Motions, ", ") + "; one of your own needs motion_dir (gonao hfsm: --motions)"
		}
	}
	return arg
}

// expectedJoint returns what was expected instead of a name that is not a joint's, or "".
func expectedJoint(v hfsm.Value) string {
	if _, err := nao.ParseJoint(v.String); err != nil {
		return "a joint: " + err.Error()
	}
	return ""
}

// findJoint finds the argument of move_joints that is an angle of a joint.
func findJoint(_ hfsm.Args, name string) (hfsm.Param, error) {
	word, ok := strings.CutPrefix(name, jointsArg)
	if !ok {
		return hfsm.Param{}, fmt.Errorf("no such key; expected speed, or joints: {JOINT: angle}")
	}
	joint, err := nao.ParseJoint(word)
	if err != nil {
		return hfsm.Param{}, err
	}
	low, high := joint.Range()
	return hfsm.Param{Name: name, Type: hfsm.Float, Check: func(v hfsm.Value) string {
		if v.Float >= low && v.Float <= high {
			return ""
		}
		return fmt.Sprintf("%.4g to %.4g rad", low, high)
	}}, nil
}

// expectedHex returns what was expected instead of a text that is not a colour, or "".
func expectedHex(v hfsm.Value) string {
	if _, err := parseHex(v.String); err != nil {
		return "a colour such as #ff8000"
	}
	return ""
}

// parseHex reads a colour such as #ff8000; its parts are 0 to 1.
func parseHex(word string) (rgb [3]float64, err error) {
	digits, ok := strings.CutPrefix(word, "#")
	parts, err := hex.DecodeString(digits)
	if !ok || err != nil || len(parts) != len(rgb) {
		return rgb, fmt.Errorf("%q is not a colour", word)
	}
	for i, p := range parts {
		rgb[i] = float64(p) / 255
	}
	return rgb, nil
}
