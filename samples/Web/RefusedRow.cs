using EFCore.MySqlBulk;

namespace Web;

/// <summary>A row that was set aside.</summary>
/// <param name="Row">Its place in the file.</param>
/// <param name="Reason">Why, for the person who uploaded the file.</param>
/// <param name="Detail">The message of the server.</param>
internal sealed record RefusedRow(FileRow? Row, string Reason, string Detail)
{
    public static RefusedRow Of(RejectedRow row) => new(((City)row.Row).Place, ImportFailure.Reason(row.ErrorNumber), row.Message);
}
