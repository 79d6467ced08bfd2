{{/* headpond.name: of every object of the release; "headpond" when the release is called so. */}}
{{- define "headpond.name" -}}
{{- if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 53 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 53 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{/* headpond.scopedName: the name of a cluster-wide object, which two releases in different namespaces must not share. */}}
{{- define "headpond.scopedName" -}}
{{- printf "%s:%s" .Release.Namespace (include "headpond.name" .) -}}
{{- end -}}

{{- define "headpond.serviceAccount" -}}
{{- if .Values.serviceAccount.create -}}
{{- default (include "headpond.name" .) .Values.serviceAccount.name -}}
{{- else -}}
{{- required "serviceAccount.name: name the service account that exists, since serviceAccount.create is false" .Values.serviceAccount.name -}}
{{- end -}}
{{- end -}}

{{/* headpond.selector: frozen, since a Deployment's selector cannot be changed by an upgrade. */}}
{{- define "headpond.selector" -}}
app.kubernetes.io/name: headpond-operator
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "headpond.labels" -}}
{{ include "headpond.selector" . }}
app.kubernetes.io/component: operator
app.kubernetes.io/part-of: headpond
app.kubernetes.io/managed-by: {{ .Release.Service }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end -}}

{{/* headpond.imageName (dict "image" .Values.image "chart" .Chart): repository:tag */}}
{{- define "headpond.imageName" -}}
{{- printf "%s:%s" .image.repository (default .chart.AppVersion .image.tag) -}}
{{- end -}}
