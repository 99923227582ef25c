using System.Data.Common;
using System.Globalization;
using EFCore.MySqlBulk.Planning.Server;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;

namespace EFCore.MySqlBulk.Session.Settings;

/// <summary>A connection string as the drivers read it, with all of their aliases for a key.</summary>
internal sealed class ConnectionSettings
{
    private static readonly string[] Unknown =
    [
        "certificatestorelocation", "certificatethumbprint", "tlsversion", "tlsciphersuites", "sshhostname", "pwd2", "pwd3", "password2", "password3", "integratedsecurity",
        "defaultauthenticationplugin", "serverspn", "serverredirectionmode",
    ];

    private static readonly string[] OfReading =
        ["allowzerodatetime", "convertzerodatetime", "datetimekind", "guidformat", "oldguids", "respectbinaryflags", "functionsreturnstring", "treatblobsasutf8"];

    private static readonly string[] OfTheServer = ["server", "host", "datasource", "address", "addr", "networkaddress"];

    private const string ServiceRecord = "dnssrv";

    private static readonly string[] Secrets = ["password", "pwd", "password2", "pwd2", "password3", "pwd3"];

    // Drivers keep the strings too, for their pools. Those with a password that changes are the reason for the limit.
    private static readonly BoundedCache<string, ConnectionSettings> Known = new(100);

    private readonly Dictionary<string, string> _values = new(StringComparer.Ordinal);

    private ConnectionSettings(string connectionString)
    {
        DbConnectionStringBuilder builder = new() { ConnectionString = connectionString };
        foreach (string key in builder.Keys)
            _values[Normal(key)] = Convert.ToString(builder[key], CultureInfo.InvariantCulture)!;
        foreach (string secret in Secrets)
            builder.Remove(secret);
        DataSource = builder.ConnectionString;
    }

    /// <summary>Identifies the connection's server and settings; it contains no password.</summary>
    public string DataSource { get; }

    public string Host => First(OfTheServer) ?? "localhost";

    /// <summary>Whether the driver chooses one of several servers for each connection.</summary>
    public bool NamesSeveralServers => Host.Contains(',', StringComparison.Ordinal) || IsTrue(First(ServiceRecord));

    public int Port => int.TryParse(First("port"), NumberStyles.None, CultureInfo.InvariantCulture, out int port) ? port : 3306;

    /// <summary>Whether the connection uses a Unix socket, whose path is <see cref="Host" />.</summary>
    public bool IsUnixSocket => Protocol is "socket" or "sockets" or "unix" or "unixsocket" || (Protocol is null && Host.StartsWith('/'));

    public string User => First("userid", "username", "uid", "user") ?? "";

    /// <summary>The password; <see langword="null" /> if the string has none, or no longer has it.</summary>
    public string? Password => First("password", "pwd");

    public string? Database => First("database", "initialcatalog");

    /// <summary>How strictly the connection string demands TLS; <see langword="null" /> if it names a mode that is not known.</summary>
    public TlsMode? Tls => First("sslmode")?.ToLowerInvariant() switch
    {
        null or "prefered" or "preferred" => TlsMode.Preferred,
        "none" or "disabled" => TlsMode.None,
        "required" => TlsMode.Required,
        "verifyca" => TlsMode.VerifyCA,
        "verifyfull" => TlsMode.VerifyFull,
        _ => null,
    };

    public string? AuthorityFile => First("cacertificatefile", "sslca");

    public string? CertificateFile => First("sslcert", "certificatefile");

    public string? CertificateKeyFile => First("sslkey");

    public bool AllowPublicKeyRetrieval => IsTrue(First("allowpublickeyretrieval"));

    public string? ServerPublicKeyFile => First("serverrsapublickeyfile");

    public TimeSpan ConnectTimeout
        => int.TryParse(First("connectiontimeout", "connecttimeout"), NumberStyles.None, CultureInfo.InvariantCulture, out int seconds) && seconds > 0
            ? TimeSpan.FromSeconds(seconds)
            : TimeSpan.FromSeconds(15);

    public bool IsCompressed => IsTrue(First("usecompression", "compress"));

    /// <summary>The seconds that the driver gives a command by default; <see langword="null" /> until it was asked. It parses the string again for a connection that is not open.</summary>
    public int? CommandTimeout { get; set; }

    /// <summary>Whether a command may contain several statements.</summary>
    public bool AllowsBatch => First("allowbatch") is not { } value || IsTrue(value);

    /// <summary>Whether the server counts the rows that an update changed, not those that it matched.</summary>
    public bool CountsChangedRows => IsTrue(First("useaffectedrows"));

    /// <summary>Whether the driver offers the server to send local files, for LOAD DATA LOCAL.</summary>
    public bool AllowsLocalFiles => IsTrue(First("allowloadlocalinfile"));

    /// <summary>Whether the driver refuses a date of another DateTimeKind than the connection string's.</summary>
    public bool ChecksDateTimeKind => First("datetimekind") is { } kind && !kind.Equals("unspecified", StringComparison.OrdinalIgnoreCase);

    /// <summary>The setting that prevents pipelining; <see langword="null" /> if there is none.</summary>
    public string? Refusal
        => First("pipelining") is { } pipelining && !IsTrue(pipelining) ? "the connection string sets Pipelining=False"
        : CountsChangedRows ? "the connection string sets UseAffectedRows=True"
        : null;

    /// <summary>The setting that prevents a login of the library's own; <see langword="null" /> if there is none.</summary>
    public string? LoginRefusal
        => NamesSeveralServers ? "the connection string names several servers"
        : Protocol is not (null or "tcp" or "socket" or "sockets" or "unix" or "unixsocket") ? $"the connection uses the protocol '{Protocol}'"
        : Tls is null ? $"SslMode '{First("sslmode")}' is not known"
        : Unknown.FirstOrDefault(_values.ContainsKey) is { } unknown ? $"the connection string has '{unknown}', which only the driver can use"
        : null;

    /// <summary>The setting that changes how the driver reads values; <see langword="null" /> if there is none.</summary>
    public string? ReadingRefusal
        => OfReading.FirstOrDefault(_values.ContainsKey) is { } key ? $"the connection string has '{key}', so that only the driver knows how values are read" : null;

    private string? Protocol => First("connectionprotocol", "protocol")?.ToLowerInvariant();

    /// <summary>The settings of a context's connection.</summary>
    public static ConnectionSettings Of(DatabaseFacade database)
        => Read(database.GetConnectionString() ?? database.GetDbConnection().ConnectionString);

    public static ConnectionSettings Read(string connectionString)
    {
        if (Known.Find(connectionString) is { } known)
            return known;
        ConnectionSettings settings = new(connectionString);
        Known.Set(connectionString, settings);
        return settings;
    }

    /// <summary>Whether a key of a connection string says which servers there are.</summary>
    public static bool NamesServers(string key) => Normal(key) is var name && (name is "port" or ServiceRecord || OfTheServer.Contains(name));

    private string? First(params ReadOnlySpan<string> keys)
    {
        foreach (string key in keys)
        {
            if (_values.TryGetValue(key, out string? value) && value.Length > 0)
                return value;
        }

        return null;
    }

    private static string Normal(string key)
        => key.Replace(" ", "", StringComparison.Ordinal).Replace("-", "", StringComparison.Ordinal).Replace("_", "", StringComparison.Ordinal).ToLowerInvariant();

    // Drivers read it this way.
    private static bool IsTrue(string? text) => text?.Trim().ToUpperInvariant() is "TRUE" or "YES" or "1" or "ON";
}
