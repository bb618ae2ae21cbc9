package foxglove

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// These are the names of the protocol, in the order in which the server prefers them.
const (
	subprotocolSDK       = "foxglove.sdk.v1"
	subprotocolWebSocket = "foxglove.websocket.v1"
)

// Subprotocols returns the names of the protocol that the server accepts.
func Subprotocols() []string { return []string{subprotocolSDK, subprotocolWebSocket} }

// Capability is an ability of a server besides topics.
type Capability string

// The capabilities of the protocol that this server has.
const (
	ClientPublish        Capability = "clientPublish"
	Parameters           Capability = "parameters"
	ParametersSubscribe  Capability = "parametersSubscribe"
	ServerTime           Capability = "time"
	ServicesCapability   Capability = "services"
	ConnectionGraph      Capability = "connectionGraph"
	AssetsCapability     Capability = "assets"
	opServerMessageData             = 0x01
	opServerTime                    = 0x02
	opServerServiceReply            = 0x03
	opServerAsset                   = 0x04
	opClientMessageData             = 0x01
	opClientServiceCall             = 0x02
)

// Level is the severity of a status.
type Level int

// The levels of a status.
const (
	Info Level = iota
	Warning
	Error
)

// Schema describes the payload of one side of a service.
type Schema struct {
	Encoding       string `json:"encoding"`       // "cdr", "json"
	SchemaName     string `json:"schemaName"`     // "std_srvs/srv/SetBool_Request"
	SchemaEncoding string `json:"schemaEncoding"` // "ros2msg", "jsonschema"
	Schema         string `json:"schema"`
}

// ChannelInfo describes a channel as advertised, by the server or by a client that publishes.
type ChannelInfo struct {
	ID             uint32 `json:"id"`
	Topic          string `json:"topic"`
	Encoding       string `json:"encoding"`
	SchemaName     string `json:"schemaName"`
	Schema         string `json:"schema"`
	SchemaEncoding string `json:"schemaEncoding,omitempty"`
}

// serviceInfo describes a service as advertised.
type serviceInfo struct {
	ID       uint32  `json:"id"`
	Name     string  `json:"name"`
	Type     string  `json:"type"`
	Request  *Schema `json:"request,omitempty"`
	Response *Schema `json:"response,omitempty"`
	// Clients of 2023 read only these two texts.
	RequestSchema  string `json:"requestSchema"`
	ResponseSchema string `json:"responseSchema"`
}

// Parameter is a parameter's value: a bool, a number, a string, or a list of one of these. Type is "byte_array",
// "float64", "float64_array" or "", where JSON needs no type.
type Parameter struct {
	Name  string `json:"name"`
	Value any    `json:"value,omitempty"`
	Type  string `json:"type,omitempty"`
}

// TopicPeers is a topic and the nodes that publish or subscribe to it.
type TopicPeers struct {
	Name  string
	Peers []string
}

// Graph lists which nodes publish, subscribe to and serve which names.
type Graph struct {
	Published, Subscribed, Services []TopicPeers
}

// clientMessage is any JSON message of a client.
type clientMessage struct {
	Op              string          `json:"op"`
	Subscriptions   []subscribeItem `json:"subscriptions"`
	SubscriptionIDs []uint32        `json:"subscriptionIds"`
	Channels        []ChannelInfo   `json:"channels"`
	ChannelIDs      []uint32        `json:"channelIds"`
	ParameterNames  []string        `json:"parameterNames"`
	Parameters      []Parameter     `json:"parameters"`
	ID              string          `json:"id"`
	URI             string          `json:"uri"`
	RequestID       uint32          `json:"requestId"`
}

type subscribeItem struct {
	ID        uint32 `json:"id"`
	ChannelID uint32 `json:"channelId"`
}

// serviceCall is a client's request to a service.
type serviceCall struct {
	serviceID, callID uint32
	encoding          string
	payload           []byte
}

var errShortFrame = errors.New("the frame is too short")

// parseClientMessage parses a JSON message of a client.
func parseClientMessage(data []byte) (m clientMessage, err error) {
	if err := json.Unmarshal(data, &m); err != nil {
		return m, fmt.Errorf("expected a JSON object with the field op: %w", err)
	}
	if m.Op == "" {
		return m, errors.New(`the field "op" is missing`)
	}
	return m, nil
}

// parseServiceCall parses the binary frame of a service call, without its first byte.
func parseServiceCall(data []byte) (c serviceCall, err error) {
	if len(data) < 12 {
		return c, fmt.Errorf("service call: %w: %d bytes, expected at least 12", errShortFrame, len(data))
	}
	c.serviceID = binary.LittleEndian.Uint32(data)
	c.callID = binary.LittleEndian.Uint32(data[4:])
	n := uint64(binary.LittleEndian.Uint32(data[8:]))
	if n > uint64(len(data)-12) {
		return c, fmt.Errorf("service call: %w: its encoding has %d bytes, %d are left", errShortFrame, n, len(data)-12)
	}
	c.encoding, c.payload = string(data[12:12+n]), data[12+n:]
	return c, nil
}

// parseClientData parses the binary frame of a published message, without its first byte.
func parseClientData(data []byte) (channel uint32, payload []byte, err error) {
	if len(data) < 4 {
		return 0, nil, fmt.Errorf("message data: %w: %d bytes, expected at least 4", errShortFrame, len(data))
	}
	return binary.LittleEndian.Uint32(data), data[4:], nil
}

// appendMessageData appends the frame of a message of a subscription.
func appendMessageData(dst []byte, subscription uint32, stamp time.Time, payload []byte) []byte {
	dst = append(dst, opServerMessageData)
	dst = binary.LittleEndian.AppendUint32(dst, subscription)
	dst = binary.LittleEndian.AppendUint64(dst, uint64(stamp.UnixNano())) //nolint:gosec // times before 1970 do not occur
	return append(dst, payload...)
}

// timeFrame returns the frame of the server's time.
func timeFrame(stamp time.Time) []byte {
	return binary.LittleEndian.AppendUint64([]byte{opServerTime}, uint64(stamp.UnixNano())) //nolint:gosec // as above
}

// replyFrame returns the frame of a service's answer.
func replyFrame(c serviceCall, encoding string, payload []byte) []byte {
	dst := make([]byte, 0, 13+len(encoding)+len(payload))
	dst = append(dst, opServerServiceReply)
	dst = binary.LittleEndian.AppendUint32(dst, c.serviceID)
	dst = binary.LittleEndian.AppendUint32(dst, c.callID)
	dst = binary.LittleEndian.AppendUint32(dst, uint32(len(encoding))) //nolint:gosec // a few letters
	return append(append(dst, encoding...), payload...)
}

// assetFrame returns the frame with a file, or with the reason why it cannot be sent.
func assetFrame(request uint32, data []byte, err error) []byte {
	dst := binary.LittleEndian.AppendUint32([]byte{opServerAsset}, request)
	if err != nil {
		text := err.Error()
		dst = append(dst, 1)
		dst = binary.LittleEndian.AppendUint32(dst, uint32(len(text))) //nolint:gosec // a sentence
		return append(dst, text...)
	}
	dst = binary.LittleEndian.AppendUint32(append(dst, 0), 0)
	return append(dst, data...)
}
