using System.ComponentModel.DataAnnotations;
using System.ComponentModel.DataAnnotations.Schema;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Benchmarks.Wide;

/// <summary>A row of 24 columns, of which the server generates the key and computes two.</summary>
[Table("wide_rows")]
internal sealed class WideRow
{
    public long Id { get; set; }

    /// <summary>Decides the row's other values.</summary>
    public long Number { get; set; }

    [MaxLength(24)]
    public string OrderCode { get; set; } = "";

    [MaxLength(60)]
    public string CustomerName { get; set; } = "";

    [MaxLength(80)]
    public string CustomerEmail { get; set; } = "";

    [MaxLength(24)]
    public string Phone { get; set; } = "";

    [MaxLength(80)]
    public string Street { get; set; } = "";

    [MaxLength(40)]
    public string City { get; set; } = "";

    [MaxLength(2)]
    public string Country { get; set; } = "";

    [MaxLength(80)]
    public string Product { get; set; } = "";

    [MaxLength(400)]
    public string Description { get; set; } = "";

    [MaxLength(120)]
    public string? Note { get; set; }

    [MaxLength(16)]
    public string Status { get; set; } = "";

    [MaxLength(3)]
    public string Currency { get; set; } = "";

    public int Quantity { get; set; }

    [Precision(12, 2)]
    public decimal Price { get; set; }

    [Precision(5, 4)]
    public decimal Discount { get; set; }

    [Precision(5, 4)]
    public decimal TaxRate { get; set; }

    [Precision(10, 3)]
    public decimal Weight { get; set; }

    [Column(TypeName = "datetime(6)")]
    public DateTime OrderedAt { get; set; }

    [Column(TypeName = "datetime(6)")]
    public DateTime? ShippedAt { get; set; }

    public DateOnly DueOn { get; set; }

    /// <summary>Computed and stored.</summary>
    [Precision(18, 4)]
    public decimal Total { get; set; }

    /// <summary>Computed when it is read.</summary>
    [Precision(18, 4)]
    public decimal Gross { get; set; }
}
