package transport

import (
	"encoding/binary"
	"errors"
	"fmt"

	"google.golang.org/protobuf/proto"

	"gonao/gazebo_bridge/gzmsgs"
)

// maxDatagram is the longest datagram of discovery: the limit of UDP.
const maxDatagram = 65507

// versions of discovery: with the statistics of topics switched on it is 110. Others
// may mean other things by the same numbers.
const (
	version         = 10
	versionOfStatis = 110
)

var errForeign = errors.New("of another protocol version")

// appendDatagram appends a discovery message, preceded by its length.
func appendDatagram(out []byte, d *gzmsgs.Discovery) ([]byte, error) {
	out = append(out, 0, 0)
	out, err := proto.MarshalOptions{}.MarshalAppend(out, d)
	if err != nil {
		return nil, fmt.Errorf("discovery message: %w", err)
	}
	if len(out) > maxDatagram {
		return nil, fmt.Errorf("discovery message of %d bytes: longer than a datagram", len(out))
	}
	binary.LittleEndian.PutUint16(out, uint16(len(out)-2))
	return out, nil
}

// parseDatagram returns a discovery message. The message is complete: it names its sender, and a
// publisher has the fields that its kind needs.
func parseDatagram(data []byte) (*gzmsgs.Discovery, error) {
	if len(data) < 2 {
		return nil, fmt.Errorf("%d bytes: shorter than its length field", len(data))
	}
	if n := int(binary.LittleEndian.Uint16(data)); n > len(data)-2 {
		return nil, fmt.Errorf("%d bytes of %d that were announced", len(data)-2, n)
	} else {
		data = data[2 : 2+n]
	}
	d := &gzmsgs.Discovery{}
	if err := proto.Unmarshal(data, d); err != nil {
		return nil, fmt.Errorf("no discovery message: %w", err)
	}
	if d.GetVersion() != version && d.GetVersion() != versionOfStatis {
		return nil, fmt.Errorf("discovery message %w: %d", errForeign, d.GetVersion())
	}
	if d.GetProcessUuid() == "" {
		return nil, errors.New("discovery message of nobody: process_uuid is empty")
	}
	switch d.GetType() {
	case gzmsgs.Discovery_ADVERTISE, gzmsgs.Discovery_UNADVERTISE, gzmsgs.Discovery_NEW_CONNECTION, gzmsgs.Discovery_END_CONNECTION:
		if d.GetPub().GetTopic() == "" {
			return nil, fmt.Errorf("discovery message %v without a topic", d.GetType())
		}
	case gzmsgs.Discovery_SUBSCRIBE:
		if d.GetSub().GetTopic() == "" {
			return nil, fmt.Errorf("discovery message %v without a topic", d.GetType())
		}
	default:
	}
	return d, nil
}
