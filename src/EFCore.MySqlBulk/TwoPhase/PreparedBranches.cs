using System.Data.Common;
using System.Globalization;
using EFCore.MySqlBulk.Planning.Server;
using EFCore.MySqlBulk.Session.Driver;
using EFCore.MySqlBulk.Session.IO;

namespace EFCore.MySqlBulk.TwoPhase;

/// <summary>Lists the prepared branches of a table's calls on one server.</summary>
internal static class PreparedBranches
{
    /// <param name="server">The server.</param>
    /// <param name="table">The table.</param>
    /// <param name="io">The mode.</param>
    /// <param name="token">Cancels.</param>
    /// <exception cref="BulkOperationException">The account may not list them.</exception>
    public static async ValueTask<IEnumerable<Xid>> ListAsync(BranchServer server, DecisionTable table, IOBehavior io, CancellationToken token)
    {
        try
        {
            // Both forms have the name in hexadecimal: those of others may be any bytes.
            List<Xid?> all = await server.Session.QueryAsync(
                server.Flavor == ServerFlavor.MariaDb ? "XA RECOVER FORMAT='SQL'" : "XA RECOVER CONVERT XID", reader => Read(reader, table), io, token).ConfigureAwait(false);
            return all.OfType<Xid>();
        }
        catch (DbException exception) when (ServerError.Number(exception) == ServerError.XaFailed)
        {
            throw DriverFailure.Report(
                "The server does not list prepared transactions to this account: MySQL asks for a right of its own. Grant it XA_RECOVER_ADMIN, or use an account that has it.", exception);
        }
    }

    private static Xid? Read(DbDataReader reader, DecisionTable table)
    {
        if (Convert.ToInt64(reader.GetValue(0), CultureInfo.InvariantCulture) != Xid.Format)
            return null;
        string text = reader.GetValue(3) is byte[] bytes ? System.Text.Encoding.ASCII.GetString(bytes) : Convert.ToString(reader.GetValue(3), CultureInfo.InvariantCulture)!;
        // 0x… for both parts, or X'…',X'…' and the format.
        string hex = text.StartsWith("0x", StringComparison.OrdinalIgnoreCase) ? text[2..] : string.Concat(text.Split(',').Take(2).Select(part => part.Trim('X', 'x', '\'')));
        string name = System.Text.Encoding.Latin1.GetString(Convert.FromHexString(hex));
        int length = Convert.ToInt32(reader.GetValue(1), CultureInfo.InvariantCulture);
        return table.IsOf(name[..length]) && int.TryParse(name[length..], NumberStyles.None, CultureInfo.InvariantCulture, out int branch) ? new Xid(name[..length], branch) : null;
    }
}
