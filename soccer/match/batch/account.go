package batch

import (
	"fmt"

	"github.com/nats-io/nats-server/v2/server"
)

// An account is the name of a user of the queue; there is one for each role.
type account string

const (
	coordinatorAccount account = "coordinator" // may do everything; it connects within its process, and no secret of it leaves that
	workerAccount      account = "worker"      // takes jobs, reads bundles, stores results and reports
	viewerAccount      account = "viewer"      // reads
)

// inbox returns the beginning of the subjects at which an account receives answers. No account may subscribe to another one's.
func (a account) inbox() string { return "_INBOX_" + string(a) }

// Streams of the queue: of a bucket of keys and values, and of one of objects.
func keyStream(bucket string) string    { return "KV_" + bucket }
func objectStream(bucket string) string { return "OBJ_" + bucket }

// permissions returns the subjects of an account. Neither workers nor viewers may make consumers: the server would
// deliver a consumer's messages to any subject that its creator names.
func (a account) permissions() *server.Permissions {
	if a == coordinatorAccount {
		return nil
	}
	reads := []string{"$JS.API.STREAM.INFO." + jobStream}
	for _, stream := range []string{keyStream(resultKeys), keyStream(runKeys), objectStream(logObjects), objectStream(bundleObjects)} {
		reads = append(reads, "$JS.API.STREAM.INFO."+stream, "$JS.API.DIRECT.GET."+stream, "$JS.API.DIRECT.GET."+stream+".>")
	}
	p := &server.Permissions{Publish: &server.SubjectPermission{Allow: reads}, Subscribe: &server.SubjectPermission{Allow: []string{a.inbox() + ".>"}}}
	if a == workerAccount {
		p.Publish.Allow = append(p.Publish.Allow, hereSubject,
			"$JS.API.CONSUMER.INFO."+jobStream+".*", "$JS.API.CONSUMER.MSG.NEXT."+jobStream+".*", "$JS.ACK."+jobStream+".>",
			fmt.Sprintf("$KV.%s.>", resultKeys), fmt.Sprintf("$O.%s.>", logObjects))
		p.Subscribe.Allow = append(p.Subscribe.Allow, stopSubject)
	}
	return p
}

// users returns the users of a queue with their secrets.
func users(secrets map[account]string) []*server.User {
	var all []*server.User
	for a, secret := range secrets {
		all = append(all, &server.User{Username: string(a), Password: secret, Permissions: a.permissions()})
	}
	return all
}
