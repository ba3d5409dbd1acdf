{{- define "sealslip.labels" -}}
app.kubernetes.io/name: sealslip
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "sealslip.image" -}}
image: "{{ required "image.repository" .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}"
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- end }}

{{- define "sealslip.pod" -}}
automountServiceAccountToken: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
volumes:
  - name: secrets
    secret: { secretName: {{ required "secretName" .Values.secretName }}, defaultMode: 0440 }
  - name: tmp
    emptyDir: {}
{{- end }}

{{- define "sealslip.mounts" -}}
volumeMounts:
  - { name: secrets, mountPath: /run/sealslip, readOnly: true }
  - { name: tmp, mountPath: /tmp }
{{- end }}

{{- define "sealslip.env" -}}
{{- $names := list "DATABASE_URL" "REDIS_URL" "SMTP_URL" -}}
- { name: SECRETS_FILE, value: /run/sealslip/secrets.env }
- { name: SHUTDOWN_NOTICE_SECONDS, value: {{ .Values.shutdownNoticeSeconds | quote }} }
{{- range $name := $names }}
- name: {{ $name }}
  valueFrom: { secretKeyRef: { name: {{ required "databaseSecretName" $.Values.databaseSecretName }}, key: {{ $name }} } }
{{- end }}
{{- range $name := list "DATABASE_READ_URL" "METRICS_TOKEN" }}
- name: {{ $name }}
  valueFrom: { secretKeyRef: { name: {{ $.Values.databaseSecretName }}, key: {{ $name }}, optional: true } }
{{- end }}
{{- range $name, $value := .Values.env }}
- { name: {{ $name }}, value: {{ $value | quote }} }
{{- end }}
{{- end }}
