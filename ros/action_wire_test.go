package ros

import (
	"encoding/hex"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	actionmsgs "gonao/msgs/action_msgs"
	exampleinterfaces "gonao/msgs/example_interfaces"
	"gonao/ros/cdr"
)

// actionCapture is an entry of testdata/captures/index.json.
type actionCapture struct {
	File    string `json:"file"`
	Topic   string `json:"topic"`
	DDSType string `json:"dds_type"`
	Decoded struct {
		GoalID   wireID `json:"goal_id"`
		GoalInfo struct {
			GoalID wireID `json:"goal_id"`
		} `json:"goal_info"`
		Goal           struct{ Order int32 }
		Feedback       struct{ Sequence []int32 }
		Accepted       bool
		Stamp          wireStamp
		Status         int8
		Result         struct{ Sequence []int32 }
		ReturnCode     int8 `json:"return_code"`
		GoalsCanceling []struct {
			GoalID wireID `json:"goal_id"`
			Stamp  wireStamp
		} `json:"goals_canceling"`
		StatusList []struct {
			GoalInfo struct {
				GoalID wireID `json:"goal_id"`
				Stamp  wireStamp
			} `json:"goal_info"`
			Status int8
		} `json:"status_list"`
	}
}

type wireID struct{ UUID [16]int }

func (w wireID) id() (id goalID) {
	for i, v := range w.UUID {
		id[i] = byte(v)
	}
	return id
}

type wireStamp struct {
	Sec     int32
	Nanosec uint32
}

func goalInfo(id wireID, stamp wireStamp) (i actionmsgs.GoalInfo) {
	i.GoalId.Uuid = id.id()
	i.Stamp.Sec, i.Stamp.Nanosec = stamp.Sec, stamp.Nanosec
	return i
}

// message is what we would send with the values of a capture.
func (c actionCapture) message(typ cdr.ActionType) cdr.Message {
	d := c.Decoded
	switch {
	case strings.HasPrefix(c.File, "feedback"):
		return &idMessage{typ.FeedbackMessage, d.GoalID.id(), &exampleinterfaces.FibonacciFeedback{Sequence: d.Feedback.Sequence}}
	case strings.HasPrefix(c.File, "status"):
		var m actionmsgs.GoalStatusArray
		for _, s := range d.StatusList {
			m.StatusList = append(m.StatusList, actionmsgs.GoalStatus{
				GoalInfo: goalInfo(s.GoalInfo.GoalID, s.GoalInfo.Stamp), Status: s.Status,
			})
		}
		return &m
	default:
		return c.call(typ)
	}
}

func (c actionCapture) call(typ cdr.ActionType) cdr.Message {
	d := c.Decoded
	request := strings.HasSuffix(c.File, "_request.bin")
	switch service := strings.Join(strings.Split(c.File, "_")[:2], "_"); {
	case service == "send_goal" && request:
		return &idMessage{typ.SendGoal.Request, d.GoalID.id(), &exampleinterfaces.FibonacciGoal{Order: d.Goal.Order}}
	case service == "send_goal":
		return &acceptMessage{typ.SendGoal.Response, d.Accepted, goalInfo(wireID{}, d.Stamp).Stamp}
	case service == "get_result" && request:
		return &idMessage{typ.GetResult.Request, d.GoalID.id(), nil}
	case service == "get_result":
		return &resultMessage{typ.GetResult.Response, d.Status, &exampleinterfaces.FibonacciResult{Sequence: d.Result.Sequence}}
	case request:
		return &actionmsgs.CancelGoalRequest{GoalInfo: goalInfo(d.GoalInfo.GoalID, wireStamp{})}
	}
	m := &actionmsgs.CancelGoalResponse{ReturnCode: d.ReturnCode}
	for _, g := range d.GoalsCanceling {
		m.GoalsCanceling = append(m.GoalsCanceling, goalInfo(g.GoalID, g.Stamp))
	}
	return m
}

// specOf is where we would send it.
func (c actionCapture) specOf(names actionNames) (topic, typ string) {
	request := strings.HasSuffix(c.File, "_request.bin")
	for prefix, s := range map[string]ServiceSpec{
		"send_goal": names.sendGoal, "get_result": names.getResult, "cancel_goal": names.cancelGoal,
	} {
		switch {
		case !strings.HasPrefix(c.File, prefix):
		case request:
			return "rq" + s.Name + "Request", s.RequestType
		default:
			return "rr" + s.Name + "Reply", s.ResponseType
		}
	}
	if strings.HasPrefix(c.File, "status") {
		return "rt" + names.status.Name, names.status.Type
	}
	return "rt" + names.feedback.Name, names.feedback.Type
}

func TestActionsAreWhatRealNodesSend(t *testing.T) {
	const serviceHeader = 16
	text, err := os.ReadFile("testdata/captures/index.json")
	require.NoError(t, err)
	var all []actionCapture
	require.NoError(t, json.Unmarshal(text, &all))
	require.Len(t, all, 34)
	typ := (*exampleinterfaces.FibonacciGoal)(nil).ActionType()
	for _, c := range all {
		t.Run(c.File, func(t *testing.T) {
			want, err := os.ReadFile("testdata/captures/" + c.File)
			require.NoError(t, err)
			if strings.HasPrefix(c.Topic, "r") && !strings.HasPrefix(c.Topic, "rt/") {
				want = append(want[:cdr.HeaderSize:cdr.HeaderSize], want[cdr.HeaderSize+serviceHeader:]...)
			}
			m := c.message(typ)
			got := cdr.Marshal(m)
			for len(got)%4 != 0 {
				got = append(got, 0) // as on the wire
			}
			require.Equal(t, hex.Dump(want), hex.Dump(got))

			topic, name := c.specOf(namesOf("/fibonacci", typ))
			require.Equal(t, c.Topic, topic)
			require.Equal(t, name, m.TypeName())
			part := strings.Split(name, "/")
			require.Equal(t, c.DDSType, part[0]+"::"+part[1]+"::dds_::"+part[2]+"_")
			require.True(t, strings.HasPrefix(m.TypeHash(), "RIHS01_"))
			require.NoError(t, cdr.Unmarshal(want, m))
		})
	}
}
