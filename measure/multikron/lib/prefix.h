/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Included before every file of libmultikron. It adds the prefix mk_ to the names of the
 * collector's client, so that they do not conflict with names of the program. It disables
 * encryption, so that programs need no TLS library. */
#ifndef MULTIKRON_LIB_PREFIX_H
#define MULTIKRON_LIB_PREFIX_H

#define MK_WITHOUT_TLS

#define address_check mk_address_check
#define address_listen mk_address_listen
#define address_read mk_address_read
#define address_text mk_address_text
#define channel_accept mk_channel_accept
#define channel_close mk_channel_close
#define channel_connect mk_channel_connect
#define channel_end_output mk_channel_end_output
#define channel_identity mk_channel_identity
#define channel_has_buffered_data mk_channel_has_buffered_data
#define channel_prepare mk_channel_prepare
#define channel_read mk_channel_read
#define channel_wants_write mk_channel_wants_write
#define channel_write mk_channel_write
#define client_abandon mk_client_abandon
#define client_resume_position mk_client_resume_position
#define client_close mk_client_close
#define client_flush mk_client_flush
#define client_set_deadline mk_client_set_deadline
#define client_unacknowledged mk_client_unacknowledged
#define client_send_manifest mk_client_send_manifest
#define client_try_send mk_client_try_send
#define client_open mk_client_open
#define client_send mk_client_send
#define client_acknowledged mk_client_acknowledged
#define fault_set mk_fault_set
#define frame_pack mk_frame_pack
#define frame_unpack mk_frame_unpack
#define hello_pack mk_hello_pack
#define records_count mk_records_count
#define session_open mk_session_open
#define session_next mk_session_next
#define tls_end_output mk_tls_end_output
#define tls_free mk_tls_free
#define tls_handshake mk_tls_handshake
#define tls_identity mk_tls_identity
#define tls_key_free mk_tls_key_free
#define tls_key_read mk_tls_key_read
#define tls_keys mk_tls_keys
#define tls_new mk_tls_new
#define tls_has_buffered_data mk_tls_has_buffered_data
#define tls_read mk_tls_read
#define tls_wants_write mk_tls_wants_write
#define tls_write mk_tls_write

#endif
