namespace EFCore.MySqlBulk.Session.Settings;

/// <summary>Tells a server from the others of its cluster, which may have a machine or a version in common.</summary>
internal static class ServerIdentity
{
    /// <summary>Host name, port, number and version, as an SQL expression.</summary>
    public const string Sql = "CONCAT(@@hostname,':',@@port,' ',@@server_id,' ',VERSION())";
}
