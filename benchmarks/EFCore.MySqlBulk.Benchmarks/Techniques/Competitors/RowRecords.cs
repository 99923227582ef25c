using System.Collections;
using System.Data.Common;

namespace EFCore.MySqlBulk.Benchmarks.Techniques.Competitors;

/// <summary>Rows for MySqlBulkCopy, which only steps through them and asks for all values of each: no DataTable that holds them once more.</summary>
/// <param name="rows">The number of rows.</param>
/// <param name="columns">The columns.</param>
/// <param name="read">Writes the values of a row, by its index, in the order of the columns.</param>
internal sealed class RowRecords(int rows, IReadOnlyList<string> columns, Action<int, object?[]> read) : DbDataReader
{
    private int _at = -1;

    public override int FieldCount => columns.Count;

    public override bool HasRows => rows > 0;

    public override bool IsClosed => false;

    public override int Depth => 0;

    public override int RecordsAffected => -1;

    public override object this[int ordinal] => GetValue(ordinal);

    public override object this[string name] => GetValue(GetOrdinal(name));

    public override bool Read() => ++_at < rows;

    public override bool NextResult() => false;

    public override int GetValues(object[] values)
    {
        read(_at, values);
        return columns.Count;
    }

    public override object GetValue(int ordinal)
    {
        object[] values = new object[columns.Count];
        GetValues(values);
        return values[ordinal];
    }

    public override string GetName(int ordinal) => columns[ordinal];

    public override int GetOrdinal(string name) => ((List<string>)[.. columns]).IndexOf(name);

    public override Type GetFieldType(int ordinal) => GetValue(ordinal).GetType();

    public override string GetDataTypeName(int ordinal) => GetFieldType(ordinal).Name;

    public override bool IsDBNull(int ordinal) => false;

    public override bool GetBoolean(int ordinal) => (bool)GetValue(ordinal);

    public override byte GetByte(int ordinal) => (byte)GetValue(ordinal);

    public override char GetChar(int ordinal) => (char)GetValue(ordinal);

    public override DateTime GetDateTime(int ordinal) => (DateTime)GetValue(ordinal);

    public override decimal GetDecimal(int ordinal) => (decimal)GetValue(ordinal);

    public override double GetDouble(int ordinal) => (double)GetValue(ordinal);

    public override float GetFloat(int ordinal) => (float)GetValue(ordinal);

    public override Guid GetGuid(int ordinal) => (Guid)GetValue(ordinal);

    public override short GetInt16(int ordinal) => (short)GetValue(ordinal);

    public override int GetInt32(int ordinal) => (int)GetValue(ordinal);

    public override long GetInt64(int ordinal) => (long)GetValue(ordinal);

    public override string GetString(int ordinal) => (string)GetValue(ordinal);

    public override long GetBytes(int ordinal, long dataOffset, byte[]? buffer, int bufferOffset, int length) => throw new NotSupportedException();

    public override long GetChars(int ordinal, long dataOffset, char[]? buffer, int bufferOffset, int length) => throw new NotSupportedException();

    public override IEnumerator GetEnumerator() => throw new NotSupportedException();
}
