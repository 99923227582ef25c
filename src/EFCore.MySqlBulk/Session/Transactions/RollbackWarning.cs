using System.Globalization;
using EFCore.MySqlBulk.Session.IO;

namespace EFCore.MySqlBulk.Session.Transactions;

/// <summary>The warning of an incomplete <c>ROLLBACK</c>. The server gives it in every session.</summary>
internal static class RollbackWarning
{
    // ER_WARNING_NOT_COMPLETE_ROLLBACK
    private const int Number = 1196;

    /// <summary>Whether the <c>ROLLBACK</c> that was just answered left rows in tables whose storage engine does not support transactions.</summary>
    public static async ValueTask<bool> IsThereAsync(IQueryConnection session, IOBehavior io)
        => (await session.QueryAsync(
            "SHOW WARNINGS", static reader => Convert.ToInt32(reader.GetValue(1), CultureInfo.InvariantCulture), io, CancellationToken.None).ConfigureAwait(false))
            .Contains(Number);
}
