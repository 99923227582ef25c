using System.ComponentModel.DataAnnotations.Schema;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Reading;

/// <summary>A row of a list of values. Its values are only ever compared with columns on the server, so <see langword="long" /> is used for every
/// type, and none may be nullable in EF Core, which would
/// otherwise compare NULL with NULL too.</summary>
[Keyless]
internal sealed class ListRow
{
    public const int MostParts = 16;

    /// <summary>The number of the row, from 1 on.</summary>
    [Column("place")]
    public long Place { get; set; }

    [Column("c0")]
    public long C0 { get; set; }

    [Column("c1")]
    public long C1 { get; set; }

    [Column("c2")]
    public long C2 { get; set; }

    [Column("c3")]
    public long C3 { get; set; }

    [Column("c4")]
    public long C4 { get; set; }

    [Column("c5")]
    public long C5 { get; set; }

    [Column("c6")]
    public long C6 { get; set; }

    [Column("c7")]
    public long C7 { get; set; }

    [Column("c8")]
    public long C8 { get; set; }

    [Column("c9")]
    public long C9 { get; set; }

    [Column("c10")]
    public long C10 { get; set; }

    [Column("c11")]
    public long C11 { get; set; }

    [Column("c12")]
    public long C12 { get; set; }

    [Column("c13")]
    public long C13 { get; set; }

    [Column("c14")]
    public long C14 { get; set; }

    [Column("c15")]
    public long C15 { get; set; }
}
