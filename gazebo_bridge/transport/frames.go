package transport

import (
	"bytes"
	"fmt"
)

// message is a message of a publisher: four frames, and a fifth with statistics, which is ignored.
type message struct {
	topic    string // with its partition
	address  string // of the publisher
	data     []byte
	typeName string
}

func (m *message) frames() [][]byte {
	return [][]byte{[]byte(m.topic), []byte(m.address), m.data, []byte(m.typeName)}
}

func parseMessage(frames [][]byte) (message, error) {
	if len(frames) != 4 && len(frames) != 5 {
		return message{}, fmt.Errorf("message of %d frames: expected 4 or 5", len(frames))
	}
	return message{string(frames[0]), string(frames[1]), frames[2], string(frames[3])}, nil
}

// request is a call of a service.
type request struct {
	service      string // with its partition
	address      string // to which the answer is sent
	receiver     string // identity of the socket there
	node, id     string
	data         []byte
	requestType  string
	responseType string
}

func (r *request) frames() [][]byte {
	return [][]byte{
		[]byte(r.service), []byte(r.address), []byte(r.receiver), []byte(r.node), []byte(r.id),
		r.data, []byte(r.requestType), []byte(r.responseType),
	}
}

// parseRequest returns a request; its first frame names the sender.
func parseRequest(frames [][]byte) (request, error) {
	if len(frames) != 9 {
		return request{}, fmt.Errorf("request of %d frames: expected 9", len(frames))
	}
	s := func(i int) string { return string(frames[i]) }
	return request{s(1), s(2), s(3), s(4), s(5), frames[6], s(7), s(8)}, nil
}

// response is the answer to a request.
type response struct {
	service  string
	node, id string
	data     []byte
	ok       bool
}

func (r *response) frames() [][]byte {
	result := []byte("0")
	if r.ok {
		result = []byte("1")
	}
	return [][]byte{[]byte(r.service), []byte(r.node), []byte(r.id), r.data, result}
}

// parseResponse returns a response; its first frame names the sender.
func parseResponse(frames [][]byte) (response, error) {
	if len(frames) != 6 {
		return response{}, fmt.Errorf("response of %d frames: expected 6", len(frames))
	}
	ok := bytes.Equal(frames[5], []byte("1"))
	if !ok && !bytes.Equal(frames[5], []byte("0")) {
		return response{}, fmt.Errorf("response with the result %.10q: expected 0 or 1", frames[5])
	}
	return response{string(frames[1]), string(frames[2]), string(frames[3]), frames[4], ok}, nil
}
